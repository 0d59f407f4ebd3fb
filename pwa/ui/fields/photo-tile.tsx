import { Trash2 } from 'lucide-react'
import { IconButton } from '../icon-button'
import { MoveButtons } from './move-buttons'
import { TextField } from './text-field'

export interface PhotoItem {
  id: string
  /** Its address for the screen; null until it has been read from this device. */
  address: string | null
  /** Its description, in its person's words. */
  alt?: string
  altError?: string
}

interface PhotoTileProps {
  item: PhotoItem
  index: number
  count: number
  disabled: boolean
  isDragged: boolean
  onRemove: () => void
  onDescribe?: (alt: string) => void
  /** To another place, counted from 0; one outside of the row does nothing. */
  onMove?: (to: number) => void
  onDrag?: (isOn: boolean) => void
  onDropHere?: () => void
}

/** One photo of several, with what can be done to it. */
export function PhotoTile(props: PhotoTileProps) {
  const { item, index, count, disabled, isDragged, onRemove, onDescribe, onMove, onDrag, onDropHere } = props
  const name = `photo ${index + 1}`
  const canDrag = onDrag !== undefined && !disabled && count > 1
  return (
    <li
      className="photo-tile min-0 stack gap-1"
      data-dragged={isDragged || undefined}
      onDragOver={(event) => !event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        // Else the field of its words would take those that travel with it.
        if (!event.dataTransfer.types.includes('Files')) event.preventDefault()
        onDropHere?.()
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is a further way to what the buttons below do */}
      <div
        className="photo-tile__frame well"
        draggable={canDrag}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          // Some browsers begin no drag without anything in it.
          event.dataTransfer.setData('text/plain', name)
          onDrag?.(true)
        }}
        onDragEnd={() => onDrag?.(false)}
      >
        {item.address && <img src={item.address} alt={item.alt || `Photo ${index + 1}`} draggable={false} />}
        {onMove && index === 0 && <span className="photo-tile__cover">Cover</span>}
      </div>
      <div className="photo-tile__buttons">
        {onMove && count > 1 && (
          <MoveButtons name={name} axis="row" index={index} count={count} isOff={disabled} onMove={onMove} />
        )}
        <IconButton label={`Remove ${name}`} icon={<Trash2 />} disabled={disabled} onClick={onRemove} />
      </div>
      {onDescribe && (
        <TextField
          label={`What does ${name} show?`}
          optional
          value={item.alt ?? ''}
          error={item.altError}
          disabled={disabled}
          onChange={(event) => onDescribe(event.target.value)}
        />
      )}
    </li>
  )
}
