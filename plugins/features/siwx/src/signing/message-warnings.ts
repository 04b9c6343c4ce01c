/**
 * Checks a sign-in text for anything unusual. A text that a host wrote, or that requests more than
 * a sign-in, is compared with the page and the account.
 */
import type { SignInFields } from '@portico/kernel/capabilities'
import type { Clock } from '../sessions/clock.js'
import type { SignInWarning } from '../siwx-state.js'
import { readMessage } from '../verify/message.js'
import { type ChainNames, chainIdOf } from '../verify/namespaces.js'
import { capabilitiesOf, recapOf } from '../verify/recap.js'
import { sameNetwork } from '../verify/rules.js'

interface Judgement {
  readonly warnings: readonly SignInWarning[]
  readonly resources: readonly string[]
  /** What the text grants besides: an action, and its resource. */
  readonly allows: readonly string[]
}

/**
 * `isOwn`: the text was written here, so only the host's fields are checked. Throws a SiwxError
 * when one of them is invalid.
 */
export async function judge(
  text: string,
  fields: SignInFields,
  clock: Clock,
  isOwn: boolean,
  chains: ChainNames,
): Promise<Judgement> {
  const { warnings, ...rest } =
    isOwn && !fields.resources?.length ? harmless : judgeText(text, fields, isOwn, chains)
  const { domain } = fields
  const off = clock.error()
  const more: readonly SignInWarning[] = [
    ...(/(?:^|\.)xn--/.test(domain) ? [{ kind: 'lookalike', said: domain } as const] : []),
    ...(off ? [{ kind: 'clock', minutes: Math.round(off / 60_000) } as const] : []),
  ]
  return { ...rest, warnings: [...warnings, ...more] }
}
const harmless: Judgement = { warnings: [], resources: [], allows: [] }

function judgeText(
  text: string,
  fields: SignInFields,
  isOwn: boolean,
  chains: ChainNames,
): Judgement {
  try {
    const message = readMessage(text, { verifiers: chains })
    const { domain, address, network } = message
    const recap = recapOf(message)
    const resources = (message.resources ?? []).filter(
      resource => !resource.startsWith('urn:recap:'),
    )
    const warnings: SignInWarning[] = []
    if (domain.toLowerCase() !== fields.domain.toLowerCase())
      warnings.push({ kind: 'domain', said: domain })
    if (address !== fields.address) warnings.push({ kind: 'address', said: address })
    if (network !== undefined && !sameNetwork(network, fields.chainId))
      warnings.push({ kind: 'network', said: message.chainId ?? chainIdOf(network) })
    return {
      warnings,
      resources,
      allows: recap
        ? capabilitiesOf(recap).map(
            ({ resource, ability, actions }) => `${ability}: ${actions.join(', ')} · ${resource}`,
          )
        : [],
    }
  } catch (error) {
    if (isOwn) throw error
    return { warnings: [{ kind: 'unreadable' }], resources: [], allows: [] }
  }
}
