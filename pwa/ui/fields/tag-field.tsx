import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
import { TAGS_MAX } from '#schema/inspiration'
import { Chip } from '../chip'
import { addTags } from './add-tags'
import { Field, type FieldProps } from './field'
import { isEnter } from './is-enter'
import '../../styles/tag-field.css'

export interface TagFieldProps extends FieldProps {
  value: string[]
  onChange: (tags: string[]) => void
  onBlur?: () => void
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

const MOST = `At most ${TAGS_MAX} tags`

/** Words one by one: Enter or a comma adds what is typed, Backspace in the empty box removes the last. */
export function TagField({ value, onChange, onBlur, placeholder, ref, ...frame }: TagFieldProps) {
  const [typed, setTyped] = useState('')
  const [held, setHeld] = useState<{ tags: string[]; typed: string } | null>(null)
  const isPressing = usePress(() => setHeld(null))
  const isFull = value.length >= TAGS_MAX
  const isTooMuch = !held && isFull && typed !== ''

  const add = (text: string) => {
    const { tags, rest } = addTags(value, text)
    setTyped(rest)
    if (tags.length > value.length) onChange(tags)
  }
  const type = (text: string) => {
    setHeld(null)
    // Keyboards of phones do not say which key was pressed; the comma arrives as text.
    if (text.includes(',')) add(text)
    else setTyped(text)
  }
  const press = (event: KeyboardEvent) => {
    if (isEnter(event.nativeEvent)) {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && value.length > 0) {
      event.preventDefault()
      onChange(value.slice(0, -1))
    }
  }
  const tags = held?.tags ?? value
  return (
    <Field {...frame} {...(isTooMuch && { error: MOST })}>
      {(control) => (
        <>
          {tags.length > 0 && (
            <ul className="tag-field__tags wrap gap-2 plain-list" aria-label={`${frame.label} chosen`}>
              {tags.map((tag) => (
                <li key={tag}>
                  <Chip label={tag} onRemove={() => onChange(value.filter((other) => other !== tag))} />
                </li>
              ))}
            </ul>
          )}
          <input
            {...control}
            ref={ref}
            type="text"
            dir="auto"
            autoComplete="off"
            enterKeyHint="enter"
            placeholder={isFull ? MOST : placeholder}
            readOnly={isFull && !isTooMuch}
            value={held?.typed ?? typed}
            onChange={(event) => type(event.target.value)}
            onKeyDown={press}
            onBlur={() => {
              // A new row of tags would move the button from under the press that left the box: it is drawn after it.
              if (isPressing()) setHeld({ tags: value, typed })
              add(typed)
              onBlur?.()
            }}
          />
        </>
      )}
    </Field>
  )
}

/** Whether a mouse or a finger is pressing. `onEnd` follows the click. */
function usePress(onEnd: () => void): () => boolean {
  const isDown = useRef(false)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const press = () => {
      isDown.current = true
    }
    const release = () => {
      isDown.current = false
      timer = setTimeout(() => end())
    }
    window.addEventListener('mousedown', press, true)
    for (const type of RELEASES) window.addEventListener(type, release, true)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('mousedown', press, true)
      for (const type of RELEASES) window.removeEventListener(type, release, true)
    }
  }, [])
  return () => isDown.current
}

/** A press that becomes a drag has no `mouseup`. */
const RELEASES = ['mouseup', 'dragend'] as const
