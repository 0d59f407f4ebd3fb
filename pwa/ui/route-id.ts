/** The number in an address, or null when it is none that a row could have. */
export function routeId(text: string): number | null {
  const id = /^[1-9]\d*$/.test(text) ? Number(text) : null
  return id !== null && Number.isSafeInteger(id) ? id : null
}
