import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { DevnetError } from '../errors.js'
import { codeIn, inboxPage } from './inbox-page.js'
import { type ReceivedMail, readMail } from './read-mail.js'

export interface MailSinkOptions {
  /** Where mails are received. Any free port by default. */
  readonly smtpPort?: number
  /** Where the inbox page is. Any free port by default. */
  readonly port?: number
}

/** A mail server that keeps what it receives. */
export interface MailSink {
  /** `smtp://127.0.0.1:<port>`: what an app sends its mails to. */
  readonly smtp: string
  /** The inbox as a page; `/mails.json` has the same as data, newest first. */
  readonly url: string
  /** In the order of their arrival. */
  readonly mails: readonly ReceivedMail[]
  /**
   * Waits for the newest mail to this address that came after `after`.
   *
   * @throws DevnetError NO_MAIL when none came in time (10 s by default)
   */
  newest(to: string, options?: MailWaitOptions): Promise<ReceivedMail>
  /** The same for the newest code. */
  newestCode(to: string, options?: MailWaitOptions): Promise<string>
  /** Answers senders with a temporary failure, until it is set to false. */
  isRefusing: boolean
  clear(): void
  /** Frees both ports. Calling it twice is harmless. */
  stop(): Promise<void>
}

export interface MailWaitOptions {
  /** Only mails after so many of `mails`, of which the newest 500 are kept. Default 0: any. */
  readonly after?: number
  readonly timeoutMs?: number
}

const [mostMails, mostBytes, pollMs] = [500, 1_000_000, 20]

/**
 * Starts a mail server on this machine that sends nothing on.
 *
 * @throws DevnetError NODE_ENDED when a port is taken
 */
export async function startMailSink({
  smtpPort = 0,
  port = 0,
}: MailSinkOptions = {}): Promise<MailSink> {
  const mails: ReceivedMail[] = []
  const sink = { isRefusing: false }
  const smtp = new SMTPServer({
    // Without certificates and accounts: nothing leaves this machine.
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: mostBytes,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        if (sink.isRefusing) return done(Object.assign(new DevnetError('NO_MAIL', 'Later'), later))
        const envelope = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address.toLowerCase()),
        }
        mails.push(readMail(Buffer.concat(chunks), envelope, Date.now()))
        if (mails.length > mostMails) mails.shift()
        done()
      })
    },
  })
  // A client that hangs up in the middle of a mail is no failure of the sink.
  smtp.on('error', () => undefined)
  const page = createServer(({ url }, response) => {
    const newestFirst = mails.toReversed()
    const isData = url === '/mails.json'
    response.writeHead(200, {
      'content-type': isData ? 'application/json' : 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'cache-control': 'no-store',
    })
    response.end(isData ? JSON.stringify(newestFirst) : inboxPage(newestFirst))
  })
  const addresses = await Promise.all([listen(smtp.server, smtpPort), listen(page, port)]).catch(
    async (cause: unknown) => {
      smtp.close()
      page.close()
      throw new DevnetError('NODE_ENDED', 'The mail sink cannot listen at its port.', { cause })
    },
  )
  const [smtpAt, pageAt] = addresses

  const wait = async (
    to: string,
    isWanted: (mail: ReceivedMail) => boolean,
    { after = 0, timeoutMs = 10_000 }: MailWaitOptions = {},
  ): Promise<ReceivedMail> => {
    const until = Date.now() + timeoutMs
    for (;;) {
      const found = mails
        .slice(after)
        .findLast(mail => mail.to.includes(to.toLowerCase()) && isWanted(mail))
      if (found) return found
      if (Date.now() > until)
        throw new DevnetError('NO_MAIL', `No such mail to ${to} came within ${timeoutMs} ms.`)
      await new Promise(resolve => setTimeout(resolve, pollMs))
    }
  }
  let stopped: Promise<void> | undefined
  const stop = async () => {
    page.close()
    page.closeAllConnections()
    await new Promise<void>(resolve => smtp.close(() => resolve()))
  }

  return {
    smtp: `smtp://127.0.0.1:${smtpAt}`,
    url: `http://127.0.0.1:${pageAt}`,
    mails,
    newest: (to, options) => wait(to, () => true, options),
    newestCode: async (to, options) =>
      codeIn(await wait(to, mail => codeIn(mail) !== undefined, options)) ?? '',
    get isRefusing() {
      return sink.isRefusing
    },
    set isRefusing(isRefusing) {
      sink.isRefusing = isRefusing
    },
    clear: () => {
      mails.length = 0
    },
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

const later = { responseCode: 451 }

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
