const FOCUSABLE =
  ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not(:disabled, [tabindex="-1"], [aria-disabled="true"])'

/**
 * A person without a mouse stays in place when the element with the focus is taken away, as a row of a list by its own press:
 * the focus goes to what stands in its place now, else to what stands before it. Without this it would fall back to the
 * top of the page. Presses by a pointer, pages and dialogs are left alone.
 */
export function keepFocus(root: HTMLElement): void {
  let last: Element | null = null
  const note = ({ type, target }: Event) => {
    const isByKeys = target instanceof Element && (type === 'keydown' || target.matches(':focus-visible'))
    last = isByKeys && target.closest('main') ? target : null
  }
  root.addEventListener('focusin', note)
  // A pointer may have given the focus, and a key makes the press.
  root.addEventListener('keydown', note)
  root.addEventListener('pointerdown', () => {
    last = null
  })
  new MutationObserver((records) => {
    if (!last || last.isConnected) return
    const gone = last
    last = null
    const record = records.findLast(
      ({ target, removedNodes }) => target.isConnected && [...removedNodes].some((node) => node.contains(gone)),
    )
    if (!(record?.target instanceof Element)) return
    const { target, previousSibling } = record
    const part = [...record.removedNodes].find((node) => node.contains(gone))
    // A removed part may be replaced a moment later, by code that moves the focus itself.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        nearest(target, previousSibling, part, gone)?.focus({ preventScroll: true })
    })
  }).observe(root, { childList: true, subtree: true })
}

/** The control that stands nearest to where `part` was removed from `parent`; in a row like it, the one that does the same. */
function nearest(parent: Element, before: Node | null, part: Node | undefined, gone: Element): HTMLElement | null {
  const place = part instanceof Element ? controlsIn(part).indexOf(gone as HTMLElement) : 0
  const same = (row: Element) => {
    const controls = controlsIn(row)
    return part instanceof Element && row.tagName === part.tagName
      ? (controls[Math.max(place, 0)] ?? controls[0])
      : controls[0]
  }
  const children = [...parent.children]
  const at = before?.isConnected ? children.indexOf(before as Element) + 1 : 0
  const near = [...children.slice(at), ...children.slice(0, at).toReversed()]
  const found = near.map(same).find((control) => control !== undefined)
  if (found) return found
  const above = parent.parentElement
  return above && parent.closest('main') !== parent && above.closest('main')
    ? nearest(above, parent, undefined, gone)
    : null
}

function controlsIn(row: Element): HTMLElement[] {
  const controls = [...row.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const all = row instanceof HTMLElement && row.matches(FOCUSABLE) ? [row, ...controls] : controls
  return row.isConnected ? all.filter((control) => control.checkVisibility()) : all
}
