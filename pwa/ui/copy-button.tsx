import { Copy } from 'lucide-react'
import { copyText } from './copy-text'
import { errorNotice, useToast } from './toasts'

/** Copies what a person wrote, so that refused words are never lost. */
export function CopyButton({ text }: { text: string }) {
  const toast = useToast()
  async function copy() {
    if ((await copyText(text)) === 'copied') toast({ title: 'Text copied' })
    else toast(errorNotice('Failed to copy the text'))
  }
  return (
    <button type="button" className="is-quiet" onClick={copy}>
      <Copy />
      Copy text
    </button>
  )
}
