import type { Kysely, Migration } from 'kysely'

/*
 * Times are milliseconds since 1970. "Digest" is a hash of a random token, or an HMAC under a key
 * of the configuration; "sealed" is encrypted under such a key.
 */

interface People {
  id: string
  /** Null for a person who has only passkeys. */
  email: string | null
  created: number
  /** How many entries the audit log has. Its update locks the row, so entries have an order. */
  log_length: number
}

interface Codes {
  id: string
  purpose: 'login' | 'email-old' | 'email-new'
  /** What may use it: the hash of the frame's key for a login, else the id of a session. */
  binding: string
  person: string | null
  /** Digest of id and code. */
  hash: string
  /** Digest of the nonce that came with it. */
  nonce: string
  /** Sealed: the address it was sent to, and the new address of a change. */
  addresses: string
  tries: number
  expires: number
}

/** How often codes were asked for an address. */
interface CoolDowns {
  /** Digest. */
  address: string
  sent: number
  allowed: number
  day_began: number
  day_sent: number
}

interface Devices {
  id: string
  person: string
  /** Thumbprint of its key by RFC 7638. */
  thumbprint: string
  /** JWK, public. */
  public_key: string
  name: string
  created: number
  used: number
  export_from: number
  /** Digest of the token by which the owner stops a new device. */
  stop: string | null
}

interface Sessions {
  /** Digest of the cookie. */
  token: string
  id: string
  person: string
  device: string
  /** The hash of the frame's key at the login. */
  key_hash: string
  logged_in: number
  used: number
  idle_until: number
  expires: number
}

/** Nonces for proofs of a device. */
interface DeviceNonces {
  /** Digest. */
  nonce: string
  session: string
  expires: number
}

interface Wallets {
  person: string
  version: number
  /** JSON, public. */
  accounts: string
  /** Ed25519 key that only the opened wallet can use; null where the first version had none. */
  wallet_key: string | null
  /** Sealed: the data key of this row. */
  data_key: string
  /** The server share under the data key. */
  share: string
  changed: number
}

interface Recoveries {
  id: string
  person: string
  version: number
  kind: 'prf' | 'code'
  /** Opaque: encrypted by the frame under at least 128 bits. */
  blob: string
  label: string | null
  meta: string | null
  credential: string | null
  created: number
}

interface Passkeys {
  /** The credential's id. */
  id: string
  person: string
  /** COSE key in base64url. */
  public_key: string
  counter: number
  label: string | null
  created: number
  used: number
}

/** Challenges for passkeys: each is used once, within five minutes. */
interface Challenges {
  id: string
  purpose: 'add' | 'login' | 'sign-up'
  /** As that of codes: the hash of the frame's key, or the id of a session. */
  binding: string
  /** The id of the person that a sign-up makes. */
  person: string | null
  challenge: string
  /** Digest of the nonce that came with it. */
  nonce: string
  expires: number
}

interface AuditEntries {
  person: string
  seq: number
  at: number
  event: string
  /** JSON; null after the account was deleted. */
  facts: string | null
  previous: string
  hash: string
}

interface SigningKeys {
  id: string
  /** JWK. */
  public_key: string
  /** Sealed JWK. */
  private_key: string
  created: number
}

export interface LoginTables {
  login_people: People
  login_codes: Codes
  login_cool_downs: CoolDowns
  login_devices: Devices
  login_sessions: Sessions
  login_nonces: DeviceNonces
  login_wallets: Wallets
  login_recoveries: Recoveries
  login_passkeys: Passkeys
  login_challenges: Challenges
  login_audit: AuditEntries
  login_signing_keys: SigningKeys
}
export type LoginDatabase = Kysely<LoginTables>

type Columns = Readonly<Record<string, 'text' | 'bigint' | 'text?'>>

const tables: Readonly<
  Record<keyof LoginTables, { readonly key: readonly string[]; readonly columns: Columns }>
> = {
  login_people: {
    key: ['id'],
    columns: { id: 'text', email: 'text?', created: 'bigint', log_length: 'bigint' },
  },
  login_codes: {
    key: ['id'],
    columns: {
      id: 'text',
      purpose: 'text',
      binding: 'text',
      person: 'text?',
      hash: 'text',
      nonce: 'text',
      addresses: 'text',
      tries: 'bigint',
      expires: 'bigint',
    },
  },
  login_cool_downs: {
    key: ['address'],
    columns: {
      address: 'text',
      sent: 'bigint',
      allowed: 'bigint',
      day_began: 'bigint',
      day_sent: 'bigint',
    },
  },
  login_devices: {
    key: ['id'],
    columns: {
      id: 'text',
      person: 'text',
      thumbprint: 'text',
      public_key: 'text',
      name: 'text',
      created: 'bigint',
      used: 'bigint',
      export_from: 'bigint',
      stop: 'text?',
    },
  },
  login_sessions: {
    key: ['token'],
    columns: {
      token: 'text',
      id: 'text',
      person: 'text',
      device: 'text',
      key_hash: 'text',
      logged_in: 'bigint',
      used: 'bigint',
      idle_until: 'bigint',
      expires: 'bigint',
    },
  },
  login_nonces: {
    key: ['nonce'],
    columns: { nonce: 'text', session: 'text', expires: 'bigint' },
  },
  login_wallets: {
    key: ['person'],
    columns: {
      person: 'text',
      version: 'bigint',
      accounts: 'text',
      wallet_key: 'text?',
      data_key: 'text',
      share: 'text',
      changed: 'bigint',
    },
  },
  login_recoveries: {
    key: ['id'],
    columns: {
      id: 'text',
      person: 'text',
      version: 'bigint',
      kind: 'text',
      blob: 'text',
      label: 'text?',
      meta: 'text?',
      credential: 'text?',
      created: 'bigint',
    },
  },
  login_passkeys: {
    key: ['id'],
    columns: {
      id: 'text',
      person: 'text',
      public_key: 'text',
      counter: 'bigint',
      label: 'text?',
      created: 'bigint',
      used: 'bigint',
    },
  },
  login_challenges: {
    key: ['id'],
    columns: {
      id: 'text',
      purpose: 'text',
      binding: 'text',
      person: 'text?',
      challenge: 'text',
      nonce: 'text',
      expires: 'bigint',
    },
  },
  login_audit: {
    key: ['person', 'seq'],
    columns: {
      person: 'text',
      seq: 'bigint',
      at: 'bigint',
      event: 'text',
      facts: 'text?',
      previous: 'text',
      hash: 'text',
    },
  },
  login_signing_keys: {
    key: ['id'],
    columns: { id: 'text', public_key: 'text', private_key: 'text', created: 'bigint' },
  },
}

const indexes: readonly (readonly [keyof LoginTables, readonly string[], 'unique'?])[] = [
  ['login_people', ['email'], 'unique'],
  ['login_codes', ['expires']],
  ['login_devices', ['person', 'thumbprint'], 'unique'],
  ['login_devices', ['stop']],
  ['login_sessions', ['person']],
  ['login_sessions', ['expires']],
  ['login_nonces', ['expires']],
  ['login_recoveries', ['person']],
  ['login_passkeys', ['person']],
  ['login_challenges', ['expires']],
]

export const migrations: Readonly<Record<string, Migration>> = {
  'login/0001': {
    async up({ schema }: Kysely<unknown>) {
      for (const [name, { key, columns }] of Object.entries(tables)) {
        let table = schema.createTable(name)
        for (const [column, type] of Object.entries(columns))
          table = table.addColumn(column, type === 'bigint' ? 'bigint' : 'text', added =>
            type === 'text?' ? added : added.notNull(),
          )
        await table.addPrimaryKeyConstraint(`${name}_key`, [...key] as never[]).execute()
      }
      for (const [table, columns, unique] of indexes) {
        const index = schema
          .createIndex(`${table}_${columns.join('_')}`)
          .on(table)
          .columns([...columns])
        await (unique ? index.unique() : index).execute()
      }
    },
  },
}
