import { number, object, type Route, type Schema, text } from './route.js'

const failure: Schema = object({
  status: { type: 'string', enum: ['FAILED'] },
  reasons: { type: 'array', items: object({ field: text, description: text }) },
})
const json = (schema: Schema) => ({ 'application/json': { schema } })

/** The routes as an OpenAPI 3.1 document. */
export function describeRoutes(routes: readonly Route[]) {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '@portico/backend',
      version: '1',
      description:
        'The server of a Portico modal. Every GET also takes projectId, st, sv and clientId; unknown parameters are ignored, bodies are JSON of any content type. Origins that are not on the list get 403, unknown projects 401, clients beyond their limit 429, and requests that need an unavailable database or node 503.',
    },
    paths,
    components: { schemas: { Failure: failure } },
  }
}

const refused = (description: string) => ({
  description,
  content: json({ $ref: '#/components/schemas/Failure' } as Schema),
})
const tooMany = {
  ...refused('Too many requests'),
  headers: {
    'Retry-After': { description: 'Seconds until the next request is allowed', schema: number },
  },
}

function operationOf({ path, summary, query = {}, body, answer, isUnlimited }: Route) {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: text,
  }))
  const inQuery = Object.entries(query).map(([name, { description, required = false }]) => ({
    name,
    in: 'query',
    required,
    description,
    schema: text,
  }))
  return {
    summary,
    parameters: [...inPath, ...inQuery],
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      200: { description: 'The answer', content: json(answer) },
      ...(!isUnlimited && { 429: tooMany }),
      default: refused('Refused, or a node or the database does not respond'),
    },
  }
}
