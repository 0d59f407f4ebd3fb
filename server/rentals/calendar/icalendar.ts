/** Content lines of iCalendar (RFC 5545), section 3.1: at most 75 octets, the rest on lines that begin with a space. */
const LINE_OCTETS = 75

/** A text value: what has a meaning in the format is escaped, breaks become `\n`, and signs that may not stand there go. */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')
}

/** One property as lines; a character is never cut in two. */
export function foldLine(line: string): string {
  const lines: string[] = []
  let [current, octets] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LINE_OCTETS) {
      lines.push(current)
      // The space with which a continuation begins counts.
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n')
}

/** The whole file. */
export function joinLines(lines: string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

/** '20261201T170000Z' */
export function utcStamp(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

/** '20261210T235900' on the wall clock, for a property that names its zone. */
export function wallStamp(day: string, time: string): string {
  return `${day.replaceAll('-', '')}T${time}`
}
