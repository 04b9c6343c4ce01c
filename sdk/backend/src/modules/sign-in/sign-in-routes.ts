import { list, number, object, type Route, text } from '../../server/route.js'
import type { SignIn } from './sign-in.js'

const session = object({ address: text, network: text, issuedAt: number, expiresAt: number })

/**
 * Signing in by a message that an account signs: what `siwx({ server: '/auth' })` asks, on the
 * site's own origin.
 */
export function signInRoutes(signIn: SignIn): readonly Route[] {
  const route = (
    method: Route['method'],
    step: string,
    more: Pick<Route, 'summary' | 'answer' | 'body'>,
  ): Route => ({
    method,
    path: `/auth/${step}`,
    ...more,
    isOfItsOwnSite: true,
    handle: ({ request, host }) => signIn(request, host),
  })
  return [
    route('get', 'nonce', {
      summary:
        'A nonce for one sign-in within ten minutes, the clock of this server, and the chains that it verifies',
      answer: object({ nonce: text, now: number, namespaces: list(text) }),
    }),
    route('post', 'verify', {
      summary:
        'Judges a signed message and remembers who signed it, by an httpOnly cookie; 4xx with a code for what it refuses',
      body: object({ message: text, signature: text, signedBytes: text, network: text }, [
        'signedBytes',
        'network',
      ]),
      answer: object({ session }),
    }),
    route('get', 'session', {
      summary: 'Who is signed in in this browser',
      answer: object({ sessions: list(session), now: number }),
    }),
    route('post', 'signout', {
      summary: 'Ends these sessions, or all of this browser',
      body: object({ accounts: list(object({ address: text, network: text })) }, ['accounts']),
      answer: { type: 'object' },
    }),
  ]
}
