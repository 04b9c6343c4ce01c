/** A frame in Node: the worker's code on a port, and the server's part of a login. */
import { Aes128Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { IDBFactory } from 'fake-indexeddb'
import { base64url, bytesOfBase64url, utf8 } from '../src/keys/bytes.js'
import { createDeviceStore } from '../src/keys/device-store.js'
import { connectKeys, type KeyWorkerClient } from '../src/keys/key-worker-client.js'
import type { Ask } from '../src/keys/messages.js'
import { type ServeOptions, serveKeys } from '../src/keys/serve-keys.js'

export const frameOrigin = 'https://wallet.example.com'

/** What a browser keeps when its tabs are closed. */
export const createBrowser = (): IDBFactory => new IDBFactory()

/** One tab with its worker; ends with `close`. */
export function openTab(
  browser: IDBFactory,
  options: Partial<ServeOptions> = {},
): KeyWorkerClient & { readonly sent: readonly unknown[] } {
  const { port1: page, port2: worker } = new MessageChannel()
  const sent: unknown[] = []
  serveKeys(
    {
      addEventListener: (type, listener) =>
        worker.addEventListener(type, listener as (event: Event) => void),
      postMessage(message) {
        sent.push(message)
        worker.postMessage(message)
      },
    },
    { origin: frameOrigin, store: createDeviceStore(browser), ...options },
  )
  worker.start()
  page.start()
  const keys = connectKeys({
    postMessage: (message, transfer) => page.postMessage(message, transfer),
    addEventListener: (type, listener) => page.addEventListener(type, listener),
    terminate() {
      page.close()
      worker.close()
    },
  })
  return { ...keys, sent }
}

/** What the server answers to a release: its share, sealed to the login key of this tab. */
export async function release(
  keys: Pick<KeyWorkerClient, 'newLoginKey'>,
  { person, version, share }: { person: string; version: number; share: string },
): Promise<Ask<'open'>['released']> {
  const { publicKey } = await keys.newLoginKey()
  const nonce = base64url(crypto.getRandomValues(new Uint8Array(16)))
  const suite = new CipherSuite({
    kem: new DhkemX25519HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes128Gcm(),
  })
  const { enc, ct } = await suite.seal(
    {
      recipientPublicKey: await suite.kem.deserializePublicKey(bytesOfBase64url(publicKey).buffer),
      info: utf8('portico server share 1'),
    },
    bytesOfBase64url(share),
    utf8(`${person}\n${version}\n${nonce}`),
  )
  return {
    version,
    enc: base64url(new Uint8Array(enc)),
    sealed: base64url(new Uint8Array(ct)),
    nonce,
  }
}
