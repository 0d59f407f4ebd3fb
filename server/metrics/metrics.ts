import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Fallback, Repeat } from '../db/client'

/** From a read in memory to a pull on a busy server, in seconds. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** A batch takes a millisecond or two; a queue that waits for longer than a second is noticed by people. */
const WRITE_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const BUILD_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const CALL_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60]
const LAG_RESOLUTION_MS = 10
const NANOSECONDS = 1e9
/** Callers choose the method of a request; other words than these count as one. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export type Metrics = ReturnType<typeof openMetrics>

/**
 * The counts of the server about itself. Labels come from lists of our own (a route's pattern, a job's name), never from what
 * people wrote: each value of a label is a series of its own for good.
 */
export function openMetrics() {
  const registry = new Registry()
  const ofProcess = openProcessMetrics()
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers })
  const histogram = <Label extends string>(name: string, help: string, buckets: number[], ...labelNames: Label[]) =>
    new Histogram({ name, help, buckets, labelNames, registers })

  const requests = counter('trestle_requests_total', 'Requests answered', 'method', 'route', 'status')
  const requestSeconds = histogram(
    'trestle_request_seconds',
    'Time from a request to the end of its answer',
    REQUEST_BUCKETS,
    'method',
    'route',
  )
  const writeWait = histogram('trestle_write_wait_seconds', 'Time that a write waits for its turn', WRITE_BUCKETS)
  const writeBatch = histogram('trestle_write_batch_seconds', 'Time that a write takes in its turn', WRITE_BUCKETS)
  const writeRepeats = counter('trestle_write_repeats_total', 'Further runs of writes, by why', 'why')
  const publicReads = counter(
    'trestle_public_reads_total',
    'Public reads where there is a replica of the database, by who answered',
    'place',
    'why',
  )
  // `job` is a label of Prometheus itself, which would rename ours.
  const jobLastRun = gauge('trestle_job_last_run_timestamp_seconds', 'When a job last ended', 'task')
  const jobLastSuccess = gauge('trestle_job_last_success_timestamp_seconds', 'When a job last ended well', 'task')
  const jobLastLength = gauge('trestle_job_last_seconds', 'How long the last run of a job took', 'task')
  const jobFailures = counter('trestle_job_failures_total', 'Runs of a job that failed', 'task')
  return {
    registry,
    refusals: counter('trestle_refusals_total', 'Requests refused, by the code of the refusal', 'kind', 'status'),
    pullSeconds: histogram('trestle_pull_seconds', 'Time that reading a pull takes', REQUEST_BUCKETS),
    snapshotBuild: histogram('trestle_snapshot_build_seconds', 'Time to build a snapshot', BUILD_BUCKETS, 'place'),
    providerCall: histogram(
      'trestle_provider_call_seconds',
      'Calls of the payment provider',
      CALL_BUCKETS,
      'call',
      'outcome',
    ),
    publicReads,
    mails: counter('trestle_mails_total', 'Mails by what came of them', 'outcome'),
    pushes: counter('trestle_pushes_total', 'Push messages by what came of them', 'outcome'),
    bookBreaches: gauge('trestle_book_breaches', 'Breaches that the last look at the books found', 'check'),
    /** Read at each look, by the route of the metrics. */
    writesWaiting: gauge('trestle_write_queue_length', 'Writes that wait or are under way'),
    streamsOpen: gauge('trestle_streams_open', 'Live streams that are open'),
    outboxWaiting: gauge('trestle_outbox_waiting', 'Rows that wait to be sent or worked', 'outbox'),
    outboxOldest: gauge('trestle_outbox_oldest_seconds', 'Age of the oldest row that waits', 'outbox'),
    /** @param route the pattern of the route; empty for a path that leads nowhere. `seconds` is null for a stream */
    noteRequest(method: string, route: string, status: number, seconds: number | null): void {
      const labels = { method: METHODS.has(method) ? method : 'other', route: route || 'unknown' }
      requests.inc({ ...labels, status })
      if (seconds !== null) requestSeconds.observe(labels, seconds)
    },
    noteWrite(waitedMs: number, tookMs: number): void {
      writeWait.observe(waitedMs / 1000)
      writeBatch.observe(tookMs / 1000)
    },
    noteRepeat(why: Repeat): void {
      writeRepeats.inc({ why })
    },
    notePublicRead(fallback: Fallback | null): void {
      publicReads.inc({ place: fallback ? 'primary' : 'replica', why: fallback ?? '' })
    },
    /** A job that hangs in its first run is missed by the time since its server began. */
    noteStart(tasks: string[], startedAt: Date): void {
      for (const task of tasks) jobLastRun.set({ task }, startedAt.getTime() / 1000)
    },
    /** A counter that begins at its first failure hides this failure from `increase`. */
    expectJobs(tasks: string[]): void {
      for (const task of tasks) jobFailures.inc({ task }, 0)
    },
    noteJob(task: string, endedAt: Date, seconds: number, isSuccess: boolean): void {
      const at = endedAt.getTime() / 1000
      jobLastRun.set({ task }, at)
      jobLastLength.set({ task }, seconds)
      if (isSuccess) jobLastSuccess.set({ task }, at)
      if (!isSuccess) jobFailures.inc({ task })
    },
    /** Everything in the format of Prometheus, the measures of the process too. */
    text: async () => `${await registry.metrics()}\n${await ofProcess.text()}`,
    close: ofProcess.close,
  }
}

/** The measures of the process, which has them once, however many markets it serves. */
export function openProcessMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const lag = new Gauge({
    name: 'trestle_event_loop_lag_seconds',
    help: 'Delay of the event loop since the last look',
    labelNames: ['quantile'],
    registers,
  })
  const memory = new Gauge({ name: 'process_resident_memory_bytes', help: 'Memory of the process', registers })
  let delay: ReturnType<typeof monitorEventLoopDelay> | undefined
  return {
    registry,
    /** All of them in the format of Prometheus. The event loop is watched from the first call on. */
    text(): Promise<string> {
      if (!delay) {
        delay = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS })
        delay.enable()
      }
      const values = { '0.5': delay.percentile(50), '0.99': delay.percentile(99), '1': delay.max }
      for (const [quantile, value] of Object.entries(values)) lag.set({ quantile }, value / NANOSECONDS)
      delay.reset()
      memory.set(process.memoryUsage.rss())
      return registry.metrics()
    },
    close(): void {
      delay?.disable()
      delay = undefined
    },
  }
}
