/** The specification's error text: the status code, a colon and a space, then the body or the status text. */
export function specErrorText(status: number, statusText: string, body: string): string {
  return `${status}: ${body || statusText}`
}
