import { ImagePlus, LoaderCircle } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type Ref, useState } from 'react'
import { Field, FieldError, type FieldProps } from './field'
import { type PhotoItem, PhotoTile } from './photo-tile'
import '../../styles/photo-frame.css'
import '../../styles/photos-field.css'

export interface PhotosFieldProps extends FieldProps {
  items: PhotoItem[]
  /** Names of the files that are being made ready. */
  busy: string[]
  /** One sentence for each file that could not be taken. */
  refused: string[]
  /** At most so many photos. */
  max: number
  onAdd: (files: File[]) => void
  onRemove: (id: string) => void
  /** Gives a photo another place, counted from 0. Without it the order says nothing and there is no cover. */
  onMove?: (id: string, to: number) => void
  /** Without it photos carry no words. */
  onDescribe?: (id: string, alt: string) => void
  disabled?: boolean
  /** The control that takes the focus when something is wrong. */
  ref?: Ref<HTMLInputElement>
}

/** Several photos: tapped, dropped or pasted; put in order by dragging or by buttons; each with its own words. */
export function PhotosField(props: PhotosFieldProps) {
  const { label, hint, error, optional, items, busy, refused, max, onAdd, onRemove, onMove, onDescribe } = props
  const { disabled = false, ref } = props
  const [said, say] = useState('')
  const [dragged, setDragged] = useState<string | null>(null)
  const isFull = items.length + busy.length >= max

  const take = (files: FileList | null) => {
    if (disabled || !files || files.length === 0) return false
    onAdd([...files])
    return true
  }
  const move = (id: string, to: number) => {
    if (!onMove || to < 0 || to >= items.length) return
    onMove(id, to)
    say(`Photo moved to place ${to + 1} of ${items.length}.${to === 0 ? ' It is the cover now.' : ''}`)
  }
  const remove = (id: string, place: number) => {
    onRemove(id)
    say(`Photo ${place} removed.`)
  }
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <Dropping disabled={disabled} onFiles={take}>
          {items.length > 0 && (
            <ol className="photos-field__tiles plain-list grid" aria-label={`${label} added`}>
              {items.map((item, index) => (
                <PhotoTile
                  key={item.id}
                  item={item}
                  index={index}
                  count={items.length}
                  disabled={disabled}
                  isDragged={dragged === item.id}
                  onRemove={() => remove(item.id, index + 1)}
                  {...(onDescribe ? { onDescribe: (alt: string) => onDescribe(item.id, alt) } : {})}
                  {...(onMove
                    ? {
                        onMove: (to: number) => move(item.id, to),
                        onDrag: (isOn: boolean) => setDragged(isOn ? item.id : null),
                        onDropHere: () => {
                          if (dragged !== null && dragged !== item.id) move(dragged, index)
                          setDragged(null)
                        },
                      }
                    : {})}
                />
              ))}
            </ol>
          )}
          <Preparing names={busy} />
          <label
            className="photos-field__ask photo-frame__ask flush strong stack gap-1"
            htmlFor={control.id}
            data-small={items.length > 0}
          >
            <ImagePlus />
            <span>{askWords(items.length, isFull, max)}</span>
            {!isFull && <span className="fine muted">Choose, drop or paste photos. Up to 40MB each.</span>}
          </label>
          <input
            {...control}
            ref={ref}
            type="file"
            accept="image/*"
            multiple
            disabled={disabled || isFull}
            onChange={(event) => {
              take(event.target.files)
              // Else the same file could not be picked again.
              event.target.value = ''
            }}
          />
          {refused.length > 0 && (
            <div className="breaks stack gap-1" role="alert">
              {refused.map((words) => (
                <FieldError key={words}>{words}</FieldError>
              ))}
            </div>
          )}
          <output className="visually-hidden">{busy.length > 0 ? `Preparing ${busy.join(', ')}` : said}</output>
        </Dropping>
      )}
    </Field>
  )
}

function askWords(count: number, isFull: boolean, max: number): string {
  if (isFull) return `Limit reached: ${max} photos`
  return count === 0 ? 'Choose photos' : 'Add more photos'
}

function Preparing({ names }: { names: string[] }) {
  if (names.length === 0) return null
  return (
    <ul className="photos-field__busy muted fine stack gap-1 plain-list flush">
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may carry one name, and the list only ever loses its first
        <li key={`${index} ${name}`}>
          <LoaderCircle className="turning" />
          <span>{`Preparing ${name}`}</span>
        </li>
      ))}
    </ul>
  )
}

interface DroppingProps {
  disabled: boolean
  onFiles: (files: FileList | null) => boolean
  children: React.ReactNode
}

/** Takes files that are dropped or pasted anywhere inside. */
function Dropping({ disabled, onFiles, children }: DroppingProps) {
  const [isOver, setOver] = useState(false)
  const hasFiles = (event: DragEvent) => !disabled && event.dataTransfer.types.includes('Files')
  const paste = (event: ClipboardEvent) => {
    if (onFiles(event.clipboardData.files)) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are further ways to the file input inside
    <div
      className="photos-field__frame photo-frame stack gap-3"
      data-over={isOver}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        if (!hasFiles(event)) return
        event.preventDefault()
        onFiles(event.dataTransfer.files)
      }}
      onPaste={paste}
    >
      {children}
    </div>
  )
}
