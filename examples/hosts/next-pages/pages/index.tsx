import { ConnectButton } from '@portico/sdk/react'
import { readSnapshot } from '@portico/sdk/snapshot'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { Sign } from '../sign'

export const getServerSideProps: GetServerSideProps = async ({ req }) => ({
  props: { snapshot: readSnapshot(req.headers.cookie) ?? null },
})

export default function Page() {
  return (
    <main>
      <Head>
        <title>Portico in Next.js, pages router</title>
        <link rel="icon" href="data:," />
      </Head>
      <ConnectButton />
      <Sign />
    </main>
  )
}
