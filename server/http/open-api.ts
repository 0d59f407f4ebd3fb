import * as z from 'zod/mini'
import { type Endpoint, endpoints } from '#schema/endpoints'
import { PRODUCT_NAME } from '#schema/product'

type Json = Record<string, unknown>

const ErrorShape = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
})

let written: string | undefined

/** The contract as an OpenAPI 3.1 document in JSON, made at the first call from the very schemas that parse requests. */
export function openApiDocument(): string {
  written ??= JSON.stringify(describeContract())
  return written
}

function describeContract(): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${PRODUCT_NAME} API`,
      version: '1.0.0',
      description:
        'Errors are {code, message, fields?}. Money is integer cents but for a listing’s price, which is dollars.',
    },
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorShape, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
    },
  }
}

function operation(operationId: string, endpoint: Endpoint): Json {
  const parameters = [...fields(endpoint.params, 'path'), ...fields(endpoint.query, 'query')]
  return {
    operationId,
    summary: endpoint.summary,
    ...(endpoint.access === 'signed-in' ? { security: [{ session: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: {
      [endpoint.status ?? 200]: {
        description: endpoint.summary,
        ...(endpoint.output
          ? { content: { 'application/json': { schema: schemaOf(endpoint.output, 'output') } } }
          : {}),
      },
      default: {
        description: 'A refusal',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
    'x-offline': endpoint.offline,
  }
}

function fields(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'output') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, fieldSchema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: fieldSchema,
  }))
}

/** Inlined throughout, so that no reference can dangle. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return json
}
