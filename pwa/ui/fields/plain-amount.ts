/** An amount as typed or pasted, without the dollar sign and the commas between thousands; anything else stays as it is. */
export function plainAmount(typed: string): string {
  const text = typed.replace(/^\s*\$\s*/, '')
  return /^\s*\d{1,3}(,\d{3})+(\.\d*)?\s*$/.test(text) ? text.replaceAll(',', '') : text
}
