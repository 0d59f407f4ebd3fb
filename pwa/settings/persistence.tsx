import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { PRODUCT_NAME } from '#schema/product'
import { installState } from '../session/install'

type State = 'protected' | 'may-clear' | 'refused'

/** Whether the browser may clear what is kept here when the device runs out of room. */
export function Persistence() {
  const [state, setState] = useState<State | null>(null)
  useEffect(() => {
    let live = true
    navigator.storage?.persisted?.().then(
      (isPersisted) => live && setState(isPersisted ? 'protected' : 'may-clear'),
      () => undefined,
    )
    return () => {
      live = false
    }
  }, [])
  if (state === null) return null

  async function ask() {
    const granted = await navigator.storage.persist().catch(() => false)
    setState(granted ? 'protected' : 'refused')
  }
  return (
    <section className="stack" aria-labelledby="storage-persist">
      <h2 id="storage-persist">When the device runs out of room</h2>
      <p className="line align-start gap-3" role="status">
        {state === 'protected' ? <ShieldCheck /> : <ShieldAlert />}
        <span>
          <strong>{state === 'protected' ? 'Protected' : 'The browser may clear this'}</strong>
          <span className="block muted fine">{explanation(state)}</span>
        </span>
      </p>
      {state !== 'protected' && (
        <div className="row">
          <button type="button" className="is-secondary" onClick={ask}>
            Ask to protect it
          </button>
        </div>
      )}
    </section>
  )
}

function explanation(state: State): string {
  return state !== 'protected' && installState() === 'by-hand' ? ON_IPHONE : EXPLANATIONS[state]
}

const ON_IPHONE =
  'On an iPhone or iPad, Safari removes this after seven days without a visit. From the home screen it stays: tap Share, then “Add to Home Screen”, and open it from there.'

const EXPLANATIONS: Record<State, string> = {
  protected: 'Drafts and waiting items stay until you remove them.',
  'may-clear': 'Drafts and waiting items could be lost together with everything else that is kept here.',
  refused: `The browser said no for now. Putting ${PRODUCT_NAME} on your home screen usually changes its mind.`,
}
