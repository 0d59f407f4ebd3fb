import { ImagePlus, LoaderCircle, Trash2 } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type Ref, useState } from 'react'
import { Field, type FieldProps } from './field'
import '../../styles/photo-frame.css'
import '../../styles/image-field.css'

export interface ImageFieldProps extends FieldProps {
  /** Address of the photo that is there now; null when there is none. */
  preview: string | null
  /** Says what is happening to a picked photo: 'Preparing the photo'. Null when nothing is. */
  progress: string | null
  onPick: (file: File) => void
  onRemove: () => void
  name?: string
  onBlur?: () => void
  /** The control that takes the focus when something is wrong. */
  ref?: Ref<HTMLInputElement>
}

/** One photo: tapped, dropped or pasted; shown as it will be sent; replaced or removed. */
export function ImageField(props: ImageFieldProps) {
  const { preview, progress, onPick, onRemove, name, onBlur, ref, ...frame } = props
  const [isOver, setOver] = useState(false)
  const busy = progress !== null

  const take = (files: FileList | null | undefined) => {
    const file = files?.[0]
    if (file) onPick(file)
    return file !== undefined
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  const paste = (event: ClipboardEvent) => {
    if (take(event.clipboardData.files)) event.preventDefault()
  }
  return (
    <Field {...frame}>
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are further ways to the file input inside
        <div
          className="image-field__frame photo-frame row"
          data-filled={preview !== null}
          data-over={isOver}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          onPaste={paste}
        >
          {preview && <img className="image-field__photo well" src={preview} alt="" />}
          <label className="image-field__ask photo-frame__ask flush strong stack gap-1" htmlFor={control.id}>
            {busy ? <LoaderCircle className="turning" /> : <ImagePlus />}
            <span>{progress ?? (preview ? 'Replace photo' : 'Choose a photo')}</span>
            {!preview && !busy && <span className="fine muted">Choose, drop or paste a photo. Up to 40MB.</span>}
          </label>
          <input
            {...control}
            ref={ref}
            type="file"
            accept="image/*"
            name={name}
            onBlur={onBlur}
            onChange={(event) => {
              take(event.target.files)
              // Else the same file could not be picked again.
              event.target.value = ''
            }}
          />
          {preview && !busy && (
            <button type="button" className="is-quiet image-field__remove" onClick={onRemove}>
              <Trash2 />
              Remove photo
            </button>
          )}
          <output className="visually-hidden">{progress ?? (preview ? 'Photo added' : '')}</output>
        </div>
      )}
    </Field>
  )
}
