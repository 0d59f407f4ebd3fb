/** The pages that a person agrees to, in a sentence. They open beside this one, so that nothing typed here is lost. */
export function LegalLinks() {
  const open = { target: '_blank', rel: 'noreferrer' }
  return (
    <>
      <a href="/terms" {...open}>
        terms
      </a>
      , the{' '}
      <a href="/privacy" {...open}>
        privacy notes
      </a>{' '}
      and the{' '}
      <a href="/rules" {...open}>
        rules
      </a>
    </>
  )
}
