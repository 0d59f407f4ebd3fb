type WorkerEvents = typeof import('./worker-events')

declare const self: ServiceWorkerGlobalScope & { workerEvents?: WorkerEvents }
/** The address of the built `worker-events`; the build puts it here. */
declare const WORKER_EVENTS_URL: string

/**
 * The rest of the worker, evaluated when it is first needed. A browser keeps with a worker what the worker has imported by the end of
 * its installation, and imports nothing else later: so the installation begins with a call of this.
 */
export function loadEvents(): WorkerEvents {
  if (!self.workerEvents) importScripts(WORKER_EVENTS_URL)
  if (!self.workerEvents) throw new Error('The worker is not whole')
  return self.workerEvents
}
