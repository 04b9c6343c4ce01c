/** Reads text that is signed, and recognises sign-ins (EIP-4361 and its kin on other chains). */
import { hasHiddenCharacters, type Reading, reading, refused, unreadable } from './reading.js'

/** The first line of a sign-in; the domain ends at the blank. */
const signIn =
  /^(?:[a-z][a-z\d+.-]*:\/\/)?(\S+) wants you to sign in with your (?:\w+ ){1,3}account:\n(\S+)(?:\n|$)/
const looksLikeSignIn = /wants\s+you\s+to\s+sign\s+in\s+with\s+your/i

/**
 * Reads the bytes of a message. `origin`: that of the page, as the browser gave it; `self`: the
 * account that signs.
 *
 * A sign-in for another site or account is refused: its signature logs in there anyone who has it.
 */
export function readTextMessage(bytes: Uint8Array, origin: string, self: string): Reading {
  const text = decode(bytes)
  if (text === undefined) return unreadable
  const [, domain = '', address = ''] = signIn.exec(text) ?? []
  const warnings = hasHiddenCharacters(text) ? (['hidden-characters'] as const) : []
  if (!domain)
    return looksLikeSignIn.test(text)
      ? unreadable
      : reading([{ kind: 'message', text }], { warnings })
  if (warnings.length > 0) return unreadable
  if (domain !== new URL(origin).host || !namesOnly(text, origin)) return refused('other-site')
  if (address !== self && address.toLowerCase() !== self.toLowerCase())
    return refused('other-account')
  return reading([{ kind: 'sign-in', domain, text }])
}

/** True when the line with the address of the page names the page, or is missing. */
function namesOnly(text: string, origin: string): boolean {
  const lines = text.split('\n').filter(line => line.startsWith('URI: '))
  return lines.every(line => {
    const uri = line.slice('URI: '.length)
    return URL.canParse(uri) && new URL(uri).origin === origin
  })
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // Bytes that are no text have nothing that a person can read.
    return undefined
  }
}
