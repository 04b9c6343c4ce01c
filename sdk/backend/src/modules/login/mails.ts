import { createTransport } from 'nodemailer'
import * as v from 'valibot'
import { defineJob, type Job, type Jobs } from '../../jobs/job.js'
import { type MailFacts, type MailKind, type Templates, writeMail } from './mail-texts.js'
import type { SecretKeys } from './secret-keys.js'

/** Sends mails as jobs, so that none is lost with a process or while the mail server is away. */
export interface Mails {
  readonly job: Job
  /** Resolves when the mail is stored. It is dropped when it was not sent before `until`. */
  send<Kind extends MailKind>(
    kind: Kind,
    to: string,
    facts: MailFacts[Kind],
    until: number,
  ): Promise<void>
}

const sealedMail = v.object({
  kind: v.string(),
  to: v.string(),
  facts: v.record(v.string(), v.union([v.string(), v.number()])),
  until: v.number(),
})
/** Milliseconds for each step of the conversation with the mail server. */
const mailServerMs = 8_000

/** The connection to a mail server. On another machine it needs TLS: codes are secret. */
export const mailTransport = (smtp: string) =>
  createTransport({
    url: smtp,
    requireTLS: !/^(([a-z0-9-]+\.)*localhost|127(\.\d+){3}|\[::1\])$/i.test(new URL(smtp).hostname),
    connectionTimeout: mailServerMs,
    greetingTimeout: mailServerMs,
    socketTimeout: mailServerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

export function createMails({
  smtp,
  from,
  templates,
  keys,
  jobs,
  now,
  sent,
}: {
  readonly smtp: string
  readonly from: string
  readonly templates: Templates
  readonly keys: SecretKeys
  readonly jobs: Pick<Jobs, 'send'>
  now(): number
  /** Called with each mail that was sent, dropped or refused. */
  sent(kind: string, result: 'sent' | 'failed' | 'too late'): void
}): Mails {
  const job = defineJob({
    name: 'login-mail',
    payload: v.object({ sealed: v.string() }),
    timeoutSeconds: 30,
    async run({ sealed }, signal) {
      const opened = keys.open('mail', 'mail', sealed).toString()
      const { kind, to, facts, until } = v.parse(sealedMail, JSON.parse(opened))
      if (now() >= until) return sent(kind, 'too late')
      const transport = mailTransport(smtp)
      const close = () => transport.close()
      signal.addEventListener('abort', close, { once: true })
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          ...writeMail(kind as 'code', facts as unknown as MailFacts['code'], templates),
        })
        sent(kind, 'sent')
      } catch (error) {
        sent(kind, 'failed')
        throw error
      } finally {
        signal.removeEventListener('abort', close)
        close()
      }
    },
  })
  return {
    job,
    // Sealed, because a backup of the queue's table must not reveal codes and addresses.
    send: (kind, to, facts, until) =>
      jobs.send(job, {
        sealed: keys.seal('mail', 'mail', Buffer.from(JSON.stringify({ kind, to, facts, until }))),
      }),
  }
}
