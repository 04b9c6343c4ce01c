import { MockWalletError } from './errors.js'
import { nonsenseAnswer } from './nonsense.js'
import { type Policy, type PolicyTable, toPolicyTable } from './policy.js'

/** A request that waits for the remote control. */
export interface PendingRequest {
  readonly id: number
  readonly method: string
  readonly params: unknown
}

/** How the wallets of a namespace say no. */
export interface Refusals {
  rejected(): unknown
  busy(): unknown
}

export interface Question {
  readonly method: string
  readonly params: unknown
  /** Whether the wallet would ask its owner at all. */
  readonly asks: boolean
}

/**
 * The owner of a wallet of any chain: decides by policy, or leaves the decision to the remote
 * control.
 */
export interface Approvals {
  get policy(): PolicyTable
  set policy(next: Policy | Readonly<Record<string, Policy>>)
  readonly pending: readonly PendingRequest[]
  approve(id?: number): void
  reject(id?: number): void
  waitForRequest(method?: string): Promise<PendingRequest>
  policyOf(question: Question): Policy
  /** Does the work if the owner agrees, and answers what the policy says if not. */
  decide(question: Question, work: () => unknown): Promise<unknown>
}

interface Waiting extends PendingRequest {
  readonly approve: () => void
  readonly reject: () => void
}

export function createApprovals(
  given: Policy | Readonly<Record<string, Policy>> | undefined,
  refusals: Refusals,
  changed: () => void,
): Approvals {
  const state = { policy: toPolicyTable(given), waiting: [] as readonly Waiting[], lastId: 0 }
  const arrivals = new Set<() => void>()

  const wait = ({ method, params }: Question) =>
    new Promise<void>((resolve, reject) => {
      const request = {
        id: ++state.lastId,
        method,
        params,
        approve: resolve,
        reject: () => reject(refusals.rejected()),
      }
      state.waiting = [...state.waiting, request]
      changed()
      for (const arrive of arrivals) arrive()
    })

  const take = (id: number | undefined): Waiting => {
    const request =
      id === undefined ? state.waiting[0] : state.waiting.find(candidate => candidate.id === id)
    if (!request)
      throw new MockWalletError(
        id === undefined ? 'No request is waiting.' : `No request ${id} is waiting.`,
      )
    state.waiting = state.waiting.filter(candidate => candidate !== request)
    changed()
    return request
  }

  const find = (method: string | undefined) =>
    state.waiting.find(request => method === undefined || request.method === method)

  const follow = async (
    policy: Policy,
    question: Question,
    work: () => unknown,
  ): Promise<unknown> => {
    if (policy === 'approve') return work()
    if (policy === 'reject') throw refusals.rejected()
    if (policy === 'pending') throw refusals.busy()
    if (policy === 'hang') return new Promise(() => undefined)
    if (policy === 'ask') {
      await wait(question)
      return work()
    }
    if ('delayMs' in policy) {
      await new Promise(resolve => setTimeout(resolve, policy.delayMs))
      return follow(policy.afterwards ?? 'approve', question, work)
    }
    if ('error' in policy) throw policy.error
    if ('answer' in policy) return policy.answer
    return policy.nonsense === 'twice' ? work() : nonsenseAnswer(policy.nonsense)
  }

  const policyOf = ({ method, asks }: Question): Policy =>
    (Object.hasOwn(state.policy, method) && state.policy[method]) ||
    (asks ? state.policy['*'] : 'approve')

  return {
    get policy() {
      return state.policy
    },
    set policy(next) {
      state.policy = toPolicyTable(next)
    },
    get pending() {
      return state.waiting.map(({ id, method, params }) => ({ id, method, params }))
    },
    approve: id => take(id).approve(),
    reject: id => take(id).reject(),

    waitForRequest: method =>
      new Promise(resolve => {
        const arrive = () => {
          const request = find(method)
          if (!request) return
          arrivals.delete(arrive)
          resolve({ id: request.id, method: request.method, params: request.params })
        }
        arrivals.add(arrive)
        arrive()
      }),

    policyOf,
    decide: (question, work) => follow(policyOf(question), question, work),
  }
}
