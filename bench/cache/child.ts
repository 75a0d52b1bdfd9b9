/** Makes this process answer its parent's questions. It ends when the parent ends. */
export const answerParent = (answer: (question: unknown) => Promise<unknown>): void => {
  process.on('message', async (question) => {
    try {
      process.send?.({ answer: await answer(question) });
    } catch (error) {
      process.send?.({ error: error instanceof Error ? error.stack : String(error) });
    }
  });
  process.once('disconnect', () => process.exit());
};
