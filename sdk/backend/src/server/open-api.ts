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
        'What a Portico modal asks. Every GET also takes projectId, st, sv and clientId; unknown parameters are ignored, bodies are JSON of any content type. Pages of origins that are not on the list are told 403, projects that are not 401; whoever asks too often 429.',
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
  ...refused('Asked too often'),
  headers: {
    'Retry-After': { description: 'Seconds until there is an answer again', schema: number },
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
      default: refused('Refused, or the chain does not answer'),
    },
  }
}
