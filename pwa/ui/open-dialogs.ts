/** The modal dialogs that are open, the one on top last. Everything outside that one cannot be pressed or heard. */
let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]): void {
  open = next
  for (const listener of listeners) listener()
}

export const dialogOpened = (dialog: HTMLDialogElement): void => change([...open, dialog])

export const dialogClosed = (dialog: HTMLDialogElement): void => change(open.filter((other) => other !== dialog))

export function onTopDialog(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The dialog that has the window's attention; undefined when the page itself has it. */
export const topDialog = (): HTMLDialogElement | undefined => open.at(-1)
