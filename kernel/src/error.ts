/** The errors that the kernel throws and reports. */

declare const process: { readonly env: { readonly NODE_ENV?: string } }

type Sentence = (
  a?: unknown,
  b?: unknown,
  c?: unknown,
  d?: unknown,
) => readonly [sentence: string, hint?: string]

/**
 * A sentence and a hint for each error code. Production builds leave them out, as those of immer
 * and React do: there an error has its code and the names.
 */
const sentences =
  process.env.NODE_ENV !== 'production'
    ? ({
        BAD_PLUGIN: wrongPlugin,
        BAD_ARGUMENT: (a, b) => [`Expected ${a}, not ${b}.`],
        BAD_NETWORKS: wrongNetwork,
        DUPLICATE: (a, b, place, key) =>
          a === b && place === `plugin ${a}`
            ? [
                `The plugin "${a}" is in the list twice.`,
                'remove one; a preset such as defaultPlugins() has it already, and takes its options.',
              ]
            : [`"${a}" and "${b}" both bring ${thing(`${place}`, key)}.`],
        CONFLICT: (a, b) => [`"${a}" cannot run beside "${b}".`],
        CYCLE: (a, b) => [`"${a}" needs itself: ${b}.`],
        MISSING_NEED: (a, b, c) => [
          `"${a}" needs the service "${b}", which no running plugin provides.`,
          `include ${c ?? 'a plugin that does'}.`,
        ],
        NEED_FAILED: (a, b, c) => [
          `"${a}" needs the service "${b}", whose plugin does not run: ${c}.`,
        ],
        NO_METHOD: a => [
          `The method "${a}" was called, and its plugin does not have it.`,
          'offer it only where the loaded code has it.',
        ],
        NOT_PROVIDED: (a, b) => [
          `"${a}" declares the service "${b}", but does not provide it in setup.`,
        ],
        REQUIRED: a => [`"${a}" is required and does not run.`],
        UNDECLARED: (a, b, c) => [`"${a}" does not declare "${b}".`, `add it to its ${c}.`],
        VIEW_UNKNOWN: (a, b) => [
          `No running plugin brings the view "${a}".`,
          `include ${b ?? 'the one that does'}, or ask views.has() first.`,
        ],
        SERVICE_UNKNOWN: (a, b) => [
          `No running plugin provides the service "${a}".`,
          `include ${b ?? 'one that does'}.`,
        ],
        CAPABILITY_VERSION: (a, b, c) => [
          `"${a}" was requested at "${b}", where only "${c}" is offered.`,
        ],
        NOT_HANDLED: a => [
          `No running plugin answers the endpoint "${a}" for this ask.`,
          'include one that does, or pass override(…) to createKernel.',
        ],
        COOLING_DOWN: (a, b, c) => [
          `The endpoint "${a}" failed; its handler "${b}" is called again in ${c} s.`,
        ],
        ENDLESS: () => [
          'Effects never stop changing the state.',
          'look for a watch that changes what it selects.',
        ],
        DISPOSED: () => ['This kernel was disposed.'],
        STORAGE: a => [`"${a}" cannot be stored or restored; it lives in memory.`],
        NOT_FORGOTTEN: () => [
          'Not everything that is stored could be deleted.',
          'see its cause; a browser that blocks storage deletes nothing.',
        ],
        UNREAD: a => [
          `The slice "${a}" is written before its saved data was restored, or reset.`,
          'call context.restore(slice, …) first.',
        ],
        UNSOUND: () => [
          'What was stored is no state: unreadable, too long, or of an unknown version.',
        ],
        TIMEOUT: a => [`No answer within ${a} ms.`],
      } satisfies Record<string, Sentence>)
    : undefined

/** Says what is wrong with an entry in the list of plugins. */
function wrongPlugin(at: unknown, id: unknown): ReturnType<Sentence> {
  return id
    ? [
        `The plugin "${id}" (plugins[${at}]) has an empty entry in needs, provides or conflicts.`,
        'export what stands there, and look for files that import each other.',
      ]
    : [
        `plugins[${at}] is no plugin.`,
        'call its function: send(), not send. definePlugin makes plugins.',
      ]
}

/** Says what is wrong with the networks of a chain plugin. */
function wrongNetwork(namespace: unknown, networks: unknown): ReturnType<Sentence> {
  const plugin = `chain/${namespace}`
  const ids: readonly unknown[] = Array.isArray(networks) ? networks : []
  if (!ids.length) return [`"${plugin}" has no network.`, 'pass at least one in `networks`.']
  const isOfForm = (id: unknown) => /^[-a-z\d]{3,8}:[-\w]{1,32}$/.test(`${id}`)
  const at = ids.findIndex(id => !isOfForm(id) || !`${id}`.startsWith(`${namespace}:`))
  const id = ids[at]
  if (at >= 0 && isOfForm(id))
    return [
      `networks[${at}] of "${plugin}" is "${id}", of another chain.`,
      'pass it to the plugin of its chain.',
    ]
  if (at >= 0 && typeof id === 'string')
    return [
      `networks[${at}] of "${plugin}" has the id "${id}", which is not of the form namespace:reference.`,
      'CAIP-2 has 3 to 8 of a-z, 0-9 and -, a colon, and 1 to 32 of A-Z, a-z, 0-9, - and _.',
    ]
  const place = at < 0 ? `A network (${ids.join(', ')})` : `networks[${at}]`
  return [
    `${place} of "${plugin}" is not a Portico network with the namespace "${namespace}".`,
    namespace === 'eip155'
      ? 'use `mainnet` from @portico/plugin-eip155 or `fromChain(chain)`.'
      : 'use a network of its package, or its define function.',
  ]
}

/**
 * Describes an entry of the registry for people: `the item "send" of the slot "accountActions"`.
 */
function thing(place: string, key: unknown): string {
  const [kind, id, scope] = place.split(' ')
  return `${kind === 'slot' ? `the item "${key}" of ` : ''}the ${kind} "${id}"${scope ? ` at "${scope}"` : ''}`
}

/** The code of a KernelError. */
export type KernelErrorCode = keyof NonNullable<typeof sentences>

/**
 * An error for developers: a sentence that says what happened and a hint. `plugin` is the id of the
 * plugin that caused it, `undefined` if none did.
 */
export class KernelError extends Error {
  override readonly name = 'KernelError'
  readonly code: KernelErrorCode
  readonly plugin: string | undefined
  readonly hint: string | undefined

  constructor(
    code: KernelErrorCode,
    sentence: string,
    plugin?: string,
    hint?: string,
    cause?: unknown,
  ) {
    super(hint ? `${sentence} Hint: ${hint}` : sentence, { cause })
    this.code = code
    this.plugin = plugin
    this.hint = hint
  }
}

/** Creates the error for a code and the names in its sentence. */
export function refusal(
  code: KernelErrorCode,
  plugin?: string,
  names: readonly unknown[] = [],
  cause?: unknown,
): KernelError {
  const say: Sentence | undefined = sentences?.[code]
  const [sentence, hint] = say?.(...names) ?? [`${code} ${names}`]
  return new KernelError(code, sentence, plugin, hint, cause)
}
