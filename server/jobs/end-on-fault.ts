import type { Deps } from '../deps'
import { describeError } from '../http/describe-error'

/**
 * Ends the process after a fault that nothing caught: nobody knows what such a fault left half done. Logs the fault, then
 * calls `stop` with exit code 1, which lets requests under way end; a supervisor starts the server again.
 */
export function endOnFault(log: Deps['log'], stop: (exitCode: number) => Promise<void>): void {
  let isEnding = false
  const end = (what: string) => (error: unknown) => {
    log({ level: 'error', what, ...describeError(error) })
    // A second fault must not cut short the requests that the first one lets end.
    if (isEnding) return
    isEnding = true
    // A stop that fails as well must not leave a process that answers nobody.
    void stop(1).catch(() => process.exit(1))
  }
  process.on('uncaughtException', end('a fault that nothing caught ends the server'))
  process.on('unhandledRejection', end('a promise that nobody waited for ends the server'))
}
