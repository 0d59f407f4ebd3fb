/** Pages change whose device this is one after the other: a page that seals must not seal the account that another signs in. */
export function oneAtATime<Value>(work: () => Promise<Value>): Promise<Value> {
  return navigator.locks.request('trestle-session', work) as Promise<Value>
}
