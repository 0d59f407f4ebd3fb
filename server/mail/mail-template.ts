import { PRODUCT_NAME } from '#schema/product'

/** A line of a receipt. */
export interface MailFact {
  name: string
  value: string
  isTotal?: true
}

/** A sentence below the button; a link follows its words. */
export type MailNote = string | { words: string; url: string }

/** The content of a mail, before it has a look. Plain words throughout. */
export interface MailContent {
  subject: string
  heading: string
  paragraphs: string[]
  facts?: MailFact[]
  /** The button. */
  action: { label: string; url: string } | null
  /** Smaller, below the button. */
  notes: MailNote[]
}

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/** The origin of a mail. */
export interface MailFoot {
  origin: string
  /** Ends mails of its kind in one click; null when they cannot be ended. */
  offUrl: string | null
  /** The page on which its person chooses how they hear of its kind; null for a mail about the account itself. */
  choiceUrl: string | null
}

/** The product's palette, light and dark, as `pwa/styles/tokens.css` has it: mails cannot read variables. */
const LIGHT = {
  paper: '#fffbf6',
  card: '#ffffff',
  ink: '#2a211c',
  muted: '#6b5e55',
  line: '#eadfd3',
  primary: '#b8492f',
  onPrimary: '#ffffff',
}
const DARK: typeof LIGHT = {
  paper: '#1b1716',
  card: '#26201e',
  ink: '#f6ede4',
  muted: '#b8a99c',
  line: '#3a322e',
  primary: '#e9856a',
  onPrimary: '#1b1716',
}
const BODY_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const HEADING_FONT = "Georgia, 'Times New Roman', serif"

/** One content, as text and as HTML: no picture, no script, nothing from elsewhere. */
export function renderMail(content: MailContent, foot: MailFoot): RenderedMail {
  return { subject: content.subject, text: textOf(content, foot), html: htmlOf(content, foot) }
}

function textOf(content: MailContent, { origin, offUrl, choiceUrl }: MailFoot): string {
  const { heading, paragraphs, facts = [], action, notes } = content
  const parts = [
    heading,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(({ name, value }) => `${name}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes.map((note) => (typeof note === 'string' ? note : `${note.words} ${note.url}`)),
    [
      `-- \n${PRODUCT_NAME}, ${origin}`,
      ...(choiceUrl ? [`Choose how you are notified: ${choiceUrl}`] : []),
      ...(offUrl ? [`Stop mails like this: ${offUrl}`] : []),
    ].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

function htmlOf(content: MailContent, { origin, offUrl, choiceUrl }: MailFoot): string {
  const { subject, heading, paragraphs, facts = [], action, notes } = content
  // The last part of the card brings the rest of the space below.
  const cell = `background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:14px;padding:28px 24px 12px`
  const text = `margin:0 0 16px;font-size:16px;line-height:1.5;color:${LIGHT.ink};overflow-wrap:anywhere`
  const small = `margin:0 0 12px;font-size:14px;line-height:1.5;color:${LIGHT.muted};overflow-wrap:anywhere`
  const footLink = (url: string | null, label: string) =>
    url ? ` <a class="muted" style="color:${LIGHT.muted}" href="${escapeMarkup(url)}">${label}</a>.` : ''
  const links = footLink(choiceUrl, 'Choose how you are notified') + footLink(offUrl, 'Stop mails like this')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeMarkup(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
${darkRules()}
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${LIGHT.paper};font-family:${BODY_FONT}">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${LIGHT.paper}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px;font-family:${HEADING_FONT};font-size:20px;font-weight:600"><a class="brand" href="${escapeMarkup(origin)}" style="color:${LIGHT.primary};text-decoration:none">${PRODUCT_NAME}</a></td></tr>
<tr><td class="card" style="${cell}">
<h1 class="ink" style="margin:0 0 16px;font-family:${HEADING_FONT};font-size:25px;line-height:1.25;font-weight:600;color:${LIGHT.ink};overflow-wrap:anywhere">${escapeMarkup(heading)}</h1>
${paragraphs.map((words) => `<p class="ink" style="${text}">${escapeMarkup(words)}</p>`).join('\n')}
${facts.length > 0 ? factTable(facts) : ''}
${action ? button(action) : ''}
${notes.map((note) => `<p class="muted" style="${small}">${noteOf(note)}</p>`).join('\n')}
</td></tr>
<tr><td style="padding:16px 4px 0"><p class="muted" style="${small}"><a class="muted" style="color:${LIGHT.muted}" href="${escapeMarkup(origin)}">${PRODUCT_NAME}</a> sent this to the address of your account.${links}</p></td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

function noteOf(note: MailNote): string {
  if (typeof note === 'string') return escapeMarkup(note)
  const url = escapeMarkup(note.url)
  return `${escapeMarkup(note.words)} <a class="muted" style="color:${LIGHT.muted}" href="${url}">${url}</a>`
}

/** The lines of a receipt, the amount below them. */
function factTable(facts: MailFact[]): string {
  const rule = `border-top:1px solid ${LIGHT.line}`
  const rows = facts.map(({ name, value, isTotal }) => {
    const cell = `padding:8px 0;font-size:${isTotal ? 17 : 15}px;line-height:1.4;vertical-align:top;overflow-wrap:anywhere;${rule}`
    const weight = isTotal ? ';font-weight:600' : ''
    return `<tr><th scope="row" align="left" class="${isTotal ? 'ink' : 'muted'} rule" style="${cell};padding-right:16px;width:36%;font-weight:${isTotal ? 600 : 400};color:${isTotal ? LIGHT.ink : LIGHT.muted}">${escapeMarkup(name)}</th><td align="right" class="ink rule" style="${cell};color:${LIGHT.ink}${weight}">${escapeMarkup(value)}</td></tr>`
  })
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;table-layout:fixed">${rows.join('')}</table>`
}

/** A cell with a colour of its own, which old mail programs draw too. */
function button({ label, url }: NonNullable<MailContent['action']>): string {
  const link = `display:inline-block;padding:12px 22px;font-size:16px;font-weight:600;line-height:1.25;color:${LIGHT.onPrimary};text-decoration:none`
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr><td class="button" style="background:${LIGHT.primary};border-radius:10px"><a class="button-words" href="${escapeMarkup(url)}" style="${link}">${escapeMarkup(label)}</a></td></tr></table>`
}

function darkRules(): string {
  return [
    `.paper { background: ${DARK.paper} !important; }`,
    `.card { background: ${DARK.card} !important; border-color: ${DARK.line} !important; }`,
    `.rule { border-color: ${DARK.line} !important; }`,
    `.ink { color: ${DARK.ink} !important; }`,
    `.muted { color: ${DARK.muted} !important; }`,
    `.brand { color: ${DARK.primary} !important; }`,
    `.button { background: ${DARK.primary} !important; }`,
    `.button-words { color: ${DARK.onPrimary} !important; }`,
  ].join('\n')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text that stands for itself in HTML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}
