/** A page's question to a worker; the answer is the versions of the worker's databases. */
export const ASK_DISK = 'DISK_VERSIONS'
