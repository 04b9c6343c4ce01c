/** The client behind `http`: one request, its retries and its body, all within one timeout. */
import { anySignal, delay, KernelError, once, withTimeout } from '@portico/kernel'
import { type Http, HttpAnswerError, HttpError, type HttpOptions } from '@portico/kernel/backend'
import { addressOf } from './address.js'
import type { ApiOptions } from './options.js'
import { bytesOf, jsonOf, remarkOf } from './response-body.js'
import { createRetryRules } from './retry-rules.js'

type Ask = Omit<HttpOptions<never>, 'read'>
type Take<Answer> = (response: Response, limit: number) => Promise<Answer>

const defaultTimeout = 10_000
const defaultLimit = 5 * 1024 * 1024

/** A request to a third-party host carries nothing that identifies the page or the person. */
const manner = ({ isUntrusted, refusesRedirects }: Ask): RequestInit => ({
  ...(isUntrusted && { credentials: 'omit', referrerPolicy: 'no-referrer' }),
  ...(refusesRedirects && { redirect: 'error' }),
})

/** `life` aborts every request. */
export function create({ clientId, imageHosts = [] }: ApiOptions, life: AbortSignal): Http {
  const retryRules = createRetryRules()
  const thirdPartyHosts = once(async () =>
    (await import('./third-party-hosts.js')).createThirdPartyHosts(),
  )

  async function tryUntil<Answer>(
    method: string,
    url: URL,
    options: Ask,
    take: Take<Answer>,
    deadline: number,
    signal: AbortSignal,
  ): Promise<Answer> {
    const body = options.body === undefined ? undefined : JSON.stringify(options.body)
    const headers = {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    }
    for (let retries = 0; ; retries++) {
      const rest = retryRules.waitFor(url.origin, deadline)
      if (rest > 0) await delay(rest, signal)
      const response = await fetch(url, {
        method,
        headers,
        signal,
        ...(body !== undefined && { body }),
        ...manner(options),
      })
      // A redirect leads to another address, which needs the same checks as the first.
      if (response.redirected) addressOf(response.url)
      if (response.ok) return take(response, options.limit ?? defaultLimit)

      const { status } = response
      const remark = await remarkOf(response)
      const { retryInMs, waitInMs } = retryRules.after(
        method,
        url.origin,
        response,
        retries,
        deadline,
      )
      if (waitInMs === undefined)
        throw new HttpError('HTTP_STATUS', {
          status,
          response: remark,
          ...(retryInMs !== undefined && { retryInMs }),
        })
      await delay(waitInMs, signal)
    }
  }

  async function ask<Answer>(
    method: string,
    address: string,
    options: Ask,
    take: Take<Answer>,
  ): Promise<Answer> {
    const { timeout = defaultTimeout } = options
    const url = addressOf(address, {
      ...options.query,
      clientId: (!options.isUntrusted && clientId) || undefined,
    })
    const given = anySignal([life, options.signal])
    const send = () => {
      given.throwIfAborted()
      return withTimeout(
        signal => tryUntil(method, url, options, take, performance.now() + timeout, signal),
        timeout,
        given,
      )
    }
    try {
      // The timeout starts when the request leaves the queue.
      return await (options.isUntrusted ? (await thirdPartyHosts())(url.origin, send) : send())
    } catch (error) {
      given.throwIfAborted()
      if (error instanceof HttpError || error instanceof HttpAnswerError) throw error
      const late = error instanceof KernelError && error.code === 'TIMEOUT'
      throw new HttpError(late ? 'HTTP_TIMEOUT' : 'HTTP_UNREACHABLE', { cause: error })
    }
  }

  const json =
    (method: string) =>
    <Answer>(address: string, options: HttpOptions<Answer>): Promise<Answer> =>
      ask(method, address, options, async (response, limit) => {
        const bytes = await bytesOf(response, limit)
        try {
          return options.read(jsonOf(bytes))
        } catch (error) {
          throw new HttpAnswerError({ cause: error })
        }
      })

  const client: Omit<Http, 'picture'> = {
    get: json('GET'),
    post: json('POST'),
    put: json('PUT'),
    delete: json('DELETE'),
    blob: (address, options = {}) =>
      ask(
        'GET',
        address,
        { ...options, headers: { accept: '*/*', ...options.headers } },
        async (response, limit) => {
          const bytes = await bytesOf(response, limit)
          return new Blob([bytes], { type: response.headers.get('content-type') ?? '' })
        },
      ),
  }
  const pictures = once(async () =>
    (await import('./pictures.js')).createPictures(client, imageHosts),
  )
  return { ...client, picture: async (address, options) => (await pictures())(address, options) }
}
