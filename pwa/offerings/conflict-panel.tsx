import type { LastEdit } from '#schema/errors'
import { StatusChip } from '../ui/status-chip'
import { clockTime } from '../ui/times/clock-time'
import { errorNotice } from '../ui/toasts'
import '../styles/create.css'

interface ConflictPanelProps {
  /** A field that both sides changed: its name on the screen, and each side's value. */
  /** The time at which the person wrote it on this device. */
  writtenAt: string | undefined
  /** The time and the device of the other side; older servers do not say. */
  edited: LastEdit | undefined
  fields: { name: string; label: string; mine: string; theirs: string }[]
  onUse: (name: string) => void
  onKeep: (name: string) => void
}

/** The same fields were changed on another device: both versions stand here until their person has chosen. */
export function ConflictPanel({ writtenAt, edited, fields, onUse, onKeep }: ConflictPanelProps) {
  return (
    <div className="create-notice stack stack--tight" data-tone="refused" role="alert">
      <StatusChip tone="refused">Changed on another device too</StatusChip>
      <p>
        Nothing has been replaced. Please choose which words stay, then save. The others stay under “Earlier versions”
        for 30 days.
      </p>
      {fields.map(({ name, label, mine, theirs }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form sends
        <div key={name} className="other-versions conflict-field" role="group" aria-label={label}>
          <strong>{label}</strong>
          <ul className="versions plain-list stack stack--tight">
            <li>
              <Side
                words={mine}
                whose={writtenAt ? `This device, ${clockTime(writtenAt, new Date())}` : 'This device'}
              />
              <button type="button" className="is-secondary" onClick={() => onKeep(name)}>
                Keep mine
              </button>
            </li>
            <li>
              <Side
                words={theirs}
                whose={edited ? `${edited.device}, ${clockTime(edited.at, new Date())}` : 'Another device, current'}
              />
              <button type="button" className="is-secondary" onClick={() => onUse(name)}>
                Use this
              </button>
            </li>
          </ul>
        </div>
      ))}
    </div>
  )
}

function Side({ words, whose }: { words: string; whose: string }) {
  return (
    <div className="other-versions__quote min-0 long-text">
      <p dir="auto">{words}</p>
      <p className="fine muted">{whose}</p>
    </div>
  )
}

/** Said when somebody saves before they have chosen. */
export const CHOOSE_FIRST = errorNotice(
  'Please choose first',
  'The same words were changed on another device. Both are at the top of the form.',
)

const LABELS: Record<string, string> = {
  photos: 'Photos',
  title: 'Title',
  description: 'Description',
  price: 'Price',
  quantity: 'Quantity',
  category: 'Category',
  cancellationPreset: 'Cancellation',
  terms: 'Terms',
  pickupNote: 'Pickup note',
  minDays: 'Minimum days',
  maxDays: 'Maximum days',
  weekPrice: 'Price per week',
  bufferDays: 'Preparation days',
  deliveryMiles: 'Delivery within miles',
  deliveryFee: 'Delivery fee',
  leadTimeInDays: 'Lead time',
  customizationOptions: 'Options',
  tags: 'Tags',
  links: 'Seen in the photo',
}

/** A field's name on the screen. */
export function fieldLabel(name: string): string {
  return LABELS[name] ?? name
}
