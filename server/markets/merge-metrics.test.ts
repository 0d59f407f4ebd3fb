import { expect, test } from 'bun:test'
import { openMetrics, openProcessMetrics } from '../metrics/metrics'
import { mergeMetrics } from './merge-metrics'

const countsOf = async (market: string, requests: number) => {
  const metrics = openMetrics()
  metrics.registry.setDefaultLabels({ market })
  for (let request = 0; request < requests; request++) metrics.noteRequest('GET', '/api/config', 200, 0.01)
  return metrics.registry.metrics()
}

test('each metric is there once, with the lines of every market', async () => {
  const ofProcess = openProcessMetrics()
  const text = mergeMetrics([await countsOf('brooklyn', 2), await countsOf('paris', 3), await ofProcess.text()])
  ofProcess.close()
  const heads = text.match(/^# HELP \S+/gm) ?? []
  expect(heads.length).toBeGreaterThan(15)
  expect(new Set(heads).size).toBe(heads.length)
  const [, requests = ''] = /# TYPE trestle_requests_total counter\n((?:\w.*\n)+)/.exec(text) ?? []
  expect(requests.trim().split('\n')).toEqual([
    'trestle_requests_total{method="GET",route="/api/config",status="200",market="brooklyn"} 2',
    'trestle_requests_total{method="GET",route="/api/config",status="200",market="paris"} 3',
  ])
  expect(text).toMatch(/\nprocess_resident_memory_bytes \d+\n/)
})

test('a market without counts adds nothing', () => {
  expect(mergeMetrics(['', '# HELP a b\n# TYPE a gauge\n', ''])).toBe('# HELP a b\n# TYPE a gauge\n')
})
