import { deviceDb } from '../disk/device-db'
import { openBackup } from '../disk/rescue/backup'
import { whenAtRest } from '../ui/first-rest'
import { keepFocus } from './keep-focus'

/** Begins to keep copies of the device's database, pictures of the screens in `root`, and the focus near where it was. */
export function keepCopies(root: HTMLElement): void {
  openBackup(deviceDb)
  keepFocus(root)
  // A notice may have to say that the browser has cleared everything, these files too.
  import(/* piece: behind */ '../ui/toast').catch(() => undefined)
  // A screen without its picture opens a moment later, and is otherwise the same.
  whenAtRest(() => {
    import(/* piece: onlinePictures */ './keep-pictures').then(
      ({ keepPictures }) => keepPictures(root),
      () => undefined,
    )
  })
}
