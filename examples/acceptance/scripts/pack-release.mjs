// Builds the clone that this file stands in and packs each package into the folder that is named.
// Prints what was packed as one line of JSON. A release of a copy runs the copy's own file.
import { compile } from './build.mjs'
import { packAll } from './pack.mjs'

const built = await compile()
if (built.status !== 'passed') throw new Error(built.detail)
const packed = await packAll(process.argv[2] ?? '')
process.stdout.write(`${JSON.stringify(packed.map(({ paths, ...each }) => each))}\n`)
process.exit(0)
