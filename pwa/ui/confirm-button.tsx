import { useState } from 'react'

export interface ConfirmButtonProps {
  /** On the first button: 'Discard'. */
  label: string
  disabled?: boolean
  /** Of the words that say why it is disabled. */
  'aria-describedby'?: string | undefined
  /** Asked beside the second: 'Discard this message?' */
  question: string
  onConfirm: () => void
}

/** A press that cannot be taken back: it asks once more in its own place, where a second dialog would be too much. */
export function ConfirmButton({ label, question, onConfirm, ...control }: ConfirmButtonProps) {
  const [step, setStep] = useState<'closed' | 'asking' | 'kept'>('closed')
  if (step !== 'asking')
    return (
      <button
        type="button"
        className="is-quiet"
        {...control}
        // biome-ignore lint/a11y/noAutofocus: the button that had the focus has just gone
        autoFocus={step === 'kept'}
        onClick={() => setStep('asking')}
      >
        {label}
      </button>
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form sends
    <span className="confirm" role="group" aria-label={question}>
      <span className="fine">{question}</span>
      <button
        type="button"
        className="is-danger"
        {...control}
        onClick={() => {
          setStep('closed')
          onConfirm()
        }}
      >
        {label}
      </button>
      <button
        type="button"
        className="is-quiet"
        // biome-ignore lint/a11y/noAutofocus: as above, and a second press of the same key must not confirm
        autoFocus
        onClick={() => setStep('kept')}
      >
        Keep
      </button>
    </span>
  )
}
