import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { everyDay } from '../jobs/timers'
import { openMetrics, openProcessMetrics } from '../metrics/metrics'

const DOCS = join(import.meta.dir, '../../docs')
const read = (name: string) => Bun.file(join(DOCS, name)).text()
const known = [
  ...(await openMetrics().registry.getMetricsAsJSON()),
  ...(await openProcessMetrics().registry.getMetricsAsJSON()),
]
const NAMES = new Set<string>(
  known.flatMap(({ name, type }) =>
    String(type) === 'histogram' ? [name, ...['bucket', 'sum', 'count'].map((part) => `${name}_${part}`)] : [name],
  ),
)
const namesIn = (text: string) => [...text.matchAll(/\b(?:trestle|process)_[a-z_]+\b/g)].map(([name]) => name)
const alertsIn = (text: string) => [...text.matchAll(/^\s*- alert: (\w+)$/gm)].map(([, name]) => name ?? '')

test.each(['dashboard.json', 'alerts.yml', 'operations.md'])(
  'every metric in docs/%s is one of the server',
  async (file) => {
    const names = namesIn(await read(file))
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => !NAMES.has(name))).toEqual([])
  },
)

test('every metric is explained in the operations, and shown on the dashboard', async () => {
  const [page, dashboard] = [await read('operations.md'), await read('dashboard.json')]
  for (const { name } of known) {
    expect(page).toContain(`\`${name}\``)
    expect(namesIn(dashboard).some((shown) => shown.startsWith(name))).toBe(true)
  }
})

test('every alert has its meaning and what to do, and none is explained that is not there', async () => {
  const alerts = alertsIn(await read('alerts.yml'))
  const explained = [...(await read('operations.md')).matchAll(/^\| `(Trestle\w+)` \| .+ \| .+ \|$/gm)]
  expect(alerts.length).toBeGreaterThan(5)
  expect(explained.map(([, name]) => name ?? '').toSorted()).toEqual(alerts.toSorted())
})

test.each(['dashboard.json', 'alerts.yml'])(
  'the time of a job in docs/%s is that of the server that ran it last, not of one that has stopped running it',
  async (file) => {
    const times = [...(await read(file)).matchAll(/"?expr"?: (.*trestle_job_last_\w+_timestamp_seconds.*)/g)]
    expect(times.length).toBeGreaterThan(0)
    for (const [, expression] of times)
      expect(expression).toMatch(/time\(\) - max by \((?:task, )?market\) \(trestle_job_last_\w+_timestamp_seconds/)
  },
)

test('an alert that looks back a day names every job of a day', async () => {
  const looks = [...(await read('alerts.yml')).matchAll(/trestle_job_failures_total\{task=~"([^"]+)"\}\[1d\]/g)]
  expect(looks.flatMap(([, tasks = '']) => tasks.split('|')).toSorted()).toEqual(Object.keys(everyDay).toSorted())
})

test('the dashboard is one that Grafana can import', async () => {
  const { panels, title, schemaVersion } = JSON.parse(await read('dashboard.json'))
  expect([typeof title, typeof schemaVersion]).toEqual(['string', 'number'])
  for (const { targets, gridPos } of panels) {
    expect(gridPos.w).toBeGreaterThan(0)
    for (const { expr } of targets) expect(expr).toContain('_')
  }
})

test('no label has a name that Prometheus gives to its own labels', async () => {
  const metrics = openMetrics()
  metrics.noteJob('mails', new Date(0), 1, false)
  const text = await metrics.text()
  expect(text).toContain('trestle_job_failures_total{task="mails"} 1')
  expect(text).not.toMatch(/[{,](?:job|instance)="/)
})
