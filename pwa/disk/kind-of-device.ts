const KINDS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android.*Mobile/, 'Android phone'],
  [/Android/, 'Android tablet'],
  [/Windows/, 'Windows computer'],
  [/Macintosh/, 'Mac'],
  [/Linux|CrOS/, 'Computer'],
]

/** A device's name in a person's words, read from the browser's user agent; undefined for an unknown browser. */
export function kindOfDevice(userAgent: string): string | undefined {
  return KINDS.find(([pattern]) => pattern.test(userAgent))?.[1]
}

export const thisKindOfDevice = (): string | undefined => kindOfDevice(globalThis.navigator?.userAgent ?? '')
