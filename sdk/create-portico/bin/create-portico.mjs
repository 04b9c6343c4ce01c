#!/usr/bin/env node
const { main } = await import(new URL('../dist/cli.js', import.meta.url).href)

await main()
