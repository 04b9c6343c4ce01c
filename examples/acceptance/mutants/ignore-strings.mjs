// A plugin of Stryker that ignores string literals. They would be a third of all mutants: sentences
// for people, which tests name by id alone, and other literals, most of which the compiler does not
// let Stryker replace. Templates are mutated, because they build accounts, origins and sign-in
// messages.

/** @typedef {{ type: string, callee?: { type: string, name?: string } }} Node */

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'strings',
    value: {
      /**
       * @param {{ node: Node }} path
       * @returns {string | undefined} why the node and what is in it are left alone
       */
      shouldIgnore({ node: { type, callee } }) {
        if (type === 'CallExpression' && callee?.type === 'Identifier' && callee.name === 'message')
          return 'a sentence for people'
        return type === 'StringLiteral' ? 'a string literal' : undefined
      },
    },
  },
]
