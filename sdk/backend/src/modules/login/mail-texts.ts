/** What each kind of mail is made from. */
export interface MailFacts {
  readonly code: {
    readonly app: string
    readonly site: string
    readonly code: string
    readonly minutes: number
    readonly reason: 'login' | 'old address' | 'new address'
  }
  readonly 'new-device': {
    readonly app: string
    readonly site: string
    readonly device: string
    readonly at: string
    /** Opens a page of the frame that removes the device. */
    readonly stopUrl: string
    readonly exportAfterHours: number
  }
  readonly export: {
    readonly app: string
    readonly site: string
    readonly device: string
    readonly at: string
  }
  readonly 'email-changed': { readonly app: string; readonly site: string; readonly at: string }
  readonly deleted: { readonly app: string; readonly site: string; readonly at: string }
}
export type MailKind = keyof MailFacts

export interface MailText {
  readonly subject: string
  readonly text: string
  readonly html: string
}
/** Templates of the host. A kind without one has ours. */
export type Templates = {
  readonly [Kind in MailKind]?: (facts: MailFacts[Kind]) => MailText
}

type Line = string | { readonly big: string } | { readonly link: string; readonly text: string }

/** A mail as text and as HTML from the same lines. */
const mail = (subject: string, lines: readonly Line[]): MailText => ({
  subject,
  text: `${lines.map(lineAsText).join('\n\n')}\n`,
  html: `<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5">${lines
    .map(lineAsHtml)
    .join('')}</body></html>`,
})
const lineAsText = (line: Line): string =>
  typeof line === 'string' ? line : 'big' in line ? line.big : `${line.text}\n${line.link}`
const lineAsHtml = (line: Line): string =>
  typeof line === 'string'
    ? `<p>${escaped(line)}</p>`
    : 'big' in line
      ? `<p style="font-size:32px;letter-spacing:4px"><b>${escaped(line.big)}</b></p>`
      : `<p><a href="${escaped(line.link)}">${escaped(line.text)}</a></p>`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, found => entities[found] ?? found)

const reasons = {
  login: 'Enter this code to log in.',
  'old address': 'Enter this code to confirm that you want to change your email address.',
  'new address': 'Enter this code to confirm your new email address.',
} as const

const ours: { readonly [Kind in MailKind]: (facts: MailFacts[Kind]) => MailText } = {
  code: ({ app, site, code, minutes, reason }) =>
    // The code comes first, so that a list of mails and a notification show it.
    mail(`${code} is your ${app} code`, [
      reasons[reason],
      { big: code },
      `It is valid for ${minutes} minutes, only on the device that asked for it, and only at ${site}.`,
      'Never tell this code to anyone. If you did not ask for it, you can ignore this mail.',
    ]),
  'new-device': ({ app, site, device, at, stopUrl, exportAfterHours }) =>
    mail(`A new device logged in to your ${app} wallet`, [
      `${device} logged in at ${site} on ${at}.`,
      `It cannot show your recovery words during the first ${exportAfterHours} hours.`,
      'If this was you, there is nothing to do.',
      { link: stopUrl, text: 'If this was not you, remove this device' },
    ]),
  export: ({ app, site, device, at }) =>
    mail(`Your ${app} recovery words were shown`, [
      `${device} showed the recovery words of your wallet at ${site} on ${at}.`,
      'If this was not you, move your assets to another wallet now. The words open this wallet.',
    ]),
  'email-changed': ({ app, site, at }) =>
    mail(`The email address of your ${app} wallet was changed`, [
      `On ${at} the email address of your wallet at ${site} was changed. This address no longer logs in.`,
      'If this was not you, contact the people who run this site.',
    ]),
  deleted: ({ app, site, at }) =>
    mail(`Your ${app} account was deleted`, [
      `On ${at} your account at ${site} was deleted, with its part of your wallet.`,
      'Assets stay on the blockchain. Your recovery words still open the wallet.',
    ]),
}

/** Writes a mail with the template of the host, or with ours. */
export const writeMail = <Kind extends MailKind>(
  kind: Kind,
  facts: MailFacts[Kind],
  templates: Templates,
): MailText => (templates[kind] ?? ours[kind])(facts)
