import { Counter, type Registry } from 'prom-client'

/** Counters of the login. None of them names a person. */
export interface LoginMetrics {
  codeAsked(result: string): void
  loggedIn(result: string): void
  released(result: string): void
  mailed(kind: string, result: string): void
}

export function createLoginMetrics(registry: Registry): LoginMetrics {
  const registers = [registry]
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['result'], registers })
  const codes = counter('portico_login_codes_total', 'Requests for a code: sent, or the refusal')
  const logins = counter('portico_logins_total', 'Codes that were entered: done, or the refusal')
  const releases = counter('portico_login_releases_total', 'Releases of server shares by result')
  const mails = new Counter({
    name: 'portico_login_mails_total',
    help: 'Mails by kind and result: sent, failed, or too late',
    labelNames: ['kind', 'result'],
    registers,
  })
  return {
    codeAsked: result => codes.inc({ result }),
    loggedIn: result => logins.inc({ result }),
    released: result => releases.inc({ result }),
    mailed: (kind, result) => mails.inc({ kind, result }),
  }
}
