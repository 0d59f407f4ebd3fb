/** A dot of a color; its name stands beside it. Without a shade, or with one that makes no sense, there is none. */
export function Swatch({ shade }: { shade: string | null }) {
  if (shade === null) return null
  return <span className="swatch" style={{ backgroundColor: shade }} aria-hidden="true" />
}
