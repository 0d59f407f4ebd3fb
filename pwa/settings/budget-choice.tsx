import { PHOTO_BUDGETS } from '../disk/photo-budget'
import { choosePhotoBudget } from '../photos/choose-photo-budget'
import { errorNotice, useToast } from '../ui/toasts'
import { formatBytes, freedWords } from './storage-words'

/** How much room photos may take on this device. */
export function BudgetChoice({ budget }: { budget: number }) {
  const toast = useToast()

  async function choose(bytes: number) {
    try {
      const freed = await choosePhotoBudget(bytes)
      if (freed > 0) toast({ title: `Photos take at most ${formatBytes(bytes)} now`, description: freedWords(freed) })
    } catch {
      toast(errorNotice('Error', 'The choice could not be kept on this device'))
    }
  }
  return (
    <fieldset className="storage-budget bare">
      <legend>
        <h2>Room for photos</h2>
      </legend>
      <p className="muted fine">
        The newest 500 posts and everything that you like or save are kept for when there is no connection. Beyond this
        limit, the photos that you have not looked at for longest go first.
      </p>
      <div className="storage-budget__choices wrap gap-2">
        {PHOTO_BUDGETS.map((bytes) => (
          <label key={bytes}>
            <input type="radio" name="photo-budget" checked={bytes === budget} onChange={() => choose(bytes)} />
            {formatBytes(bytes)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
