type Press = Pick<KeyboardEvent, 'key' | 'keyCode' | 'isComposing'>

/** Was Enter pressed for itself? While letters are composed (Japanese, accents), it belongs to the composing. */
export function isEnter({ key, keyCode, isComposing }: Press): boolean {
  // Safari ends the composing before the key that ends it, and tells that key by its code alone.
  return key === 'Enter' && !isComposing && keyCode !== 229
}
