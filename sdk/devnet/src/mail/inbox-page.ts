import type { ReceivedMail } from './read-mail.js'

/** The code in the subject of a mail: six digits at its beginning. */
export const codeIn = ({ subject }: Pick<ReceivedMail, 'subject'>): string | undefined =>
  /^(\d{6})\b/.exec(subject)?.[1]

const style =
  'body{font:16px/1.5 sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}article{border-top:1px solid #999;padding:1rem 0}h2{font-size:1rem;margin:0}output{font-size:2rem;letter-spacing:.2rem}pre{white-space:pre-wrap;font:inherit}'

/** The inbox as a page, newest mail first. It loads itself again every two seconds. */
export const inboxPage = (newestFirst: readonly ReceivedMail[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>Inbox</title><style>${style}</style></head><body><h1>Inbox</h1>${
    newestFirst.map(mailRow).join('') ||
    '<p>No mail yet. Mails to any address arrive here and are sent nowhere.</p>'
  }</body></html>`

const mailRow = (mail: ReceivedMail): string => {
  const code = codeIn(mail)
  const time = new Date(mail.receivedAt).toISOString()
  return `<article><h2>${escaped(mail.subject)}</h2><p>To ${escaped(mail.to.join(', '))}, <time datetime="${time}">${time.slice(11, 19)} UTC</time></p>${
    code ? `<output>${code}</output>` : ''
  }<pre>${escaped(mail.text)}</pre></article>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, found => entities[found] ?? found)
