import type { Chains } from '../../chains/open-chains.js'
import { Refusal } from '../../server/refusal.js'
import { list, maybeText, object, type Route, text } from '../../server/route.js'
import type { Names } from './names.js'

const nameObject = object({
  name: text,
  registered_at: maybeText,
  updated_at: maybeText,
  attributes: { type: ['object', 'null'] },
  addresses: {
    type: 'object',
    additionalProperties: object({ address: text, created_at: maybeText }),
  },
})
/** The coin type of Ethereum (ENSIP-9). */
const ethereum = '60'

/** What a chain of names knows of it. When it was registered is not among that. */
const written = ({ name, address }: { readonly name: string; readonly address: string }) => ({
  name,
  registered_at: null,
  updated_at: null,
  attributes: null,
  addresses: { [ethereum]: { address, created_at: null } },
})

/** Identity and names. */
export function nameRoutes(names: Names, chains: Chains): readonly Route[] {
  const isEvm = (address: string) => /^0x[0-9a-f]{40}$/i.test(address)
  const readAddress = (text: string): string => {
    if (!isEvm(text) && chains.of(text).length === 0)
      throw new Refusal(400, 'address', 'This is no address of a chain that this server knows.')
    return text
  }
  const identity = (path: string): Route => ({
    method: 'get',
    path,
    summary: 'The primary name and the picture of an account; nulls where it has none',
    query: { sender: { description: 'Ignored' } },
    answer: object({
      name: maybeText,
      avatar: maybeText,
      resolvedAt: { type: 'string', format: 'date-time' },
    }),
    keepSeconds: 300,
    async handle({ path }) {
      const address = readAddress(path('address'))
      return isEvm(address)
        ? names.identityOf(address)
        : { name: null, avatar: null, resolvedAt: new Date().toISOString() }
    },
  })

  return [
    identity('/v1/identity/:address'),
    identity('/v1/account/:address/identity'),
    {
      method: 'get',
      path: '/v1/profile/account/:name',
      summary: 'Whom a name names; an empty list (version 2) or 404 for nobody',
      query: { apiVersion: { description: '2 answers an empty list for a name that nobody has' } },
      answer: { oneOf: [nameObject, list(nameObject)] },
      async handle({ path, query }) {
        const found = await names.find(path('name'))
        if (found) return written(found)
        if (query('apiVersion') === '2') return []
        throw new Refusal(404, 'name', 'This name is not registered.')
      },
    },
    {
      method: 'get',
      path: '/v1/profile/reverse/:address',
      summary: 'The names of an account; an empty list (version 2) or 404 for none',
      query: {
        apiVersion: { description: '2 answers an empty list for an account without a name' },
        sender: { description: 'Ignored' },
      },
      answer: list(nameObject),
      async handle({ path, query }) {
        const address = readAddress(path('address'))
        const { name } = isEvm(address) ? await names.identityOf(address) : { name: null }
        if (name) return [written({ name, address })]
        if (query('apiVersion') === '2') return []
        throw new Refusal(404, 'name', 'This account has no name.')
      },
    },
  ]
}
