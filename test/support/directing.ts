import type { CommandNeeds } from '../../lambdas/directing/command';
import { directWorker } from '../../lambdas/directing/worker';

const unused = async (): Promise<never> => {
  throw new Error('This command must not be carried out.');
};

/** Runs commands with these needs. A command that uses another need fails. */
export const directing = (needs: Partial<CommandNeeds>) =>
  directWorker({
    createRace: unused,
    editRace: {
      show: unused,
      begin: unused,
      saveDraft: unused,
      discardDraft: unused,
      plan: unused,
      publish: unused,
      unpublish: unused,
    },
    changeCapacity: unused,
    changeSale: unused,
    cancelRace: unused,
    cancellations: { list: unused, stop: unused, resume: unused },
    cancelRegistration: unused,
    refundLine: unused,
    handOut: unused,
    shortages: { list: unused },
    hideFundraiser: unused,
    expectations: { expect: unused },
    disputes: { list: unused },
    settleDispute: unused,
    sellers: { set: unused, setTax: unused },
    documents: { ofPayment: unused, ofRace: unused, reissue: unused },
    saveForm: unused,
    publishForm: unused,
    saveDocument: unused,
    allowList: { change: unused },
    stocks: { set: unused },
    makeCodes: unused,
    withdrawCode: unused,
    codes: { list: unused, returnUse: unused },
    staff: { invite: unused, reset: unused, linkFor: unused },
    consoleLink: unused,
    newId: () => '01890000-0000-7000-8000-000000000000',
    teams: { order: unused, members: unused },
    correctRunner: unused,
    corrections: { resendLink: unused },
    projection: { catchUp: unused, forget: unused },
    apiKeys: { make: unused, list: unused, withdraw: unused },
    results: {
      save: unused,
      list: unused,
      versions: unused,
      buildStartList: unused,
      importRows: unused,
      correct: unused,
      publish: unused,
    },
    feedDesk: { publish: unused, changeState: unused, redact: unused },
    feedPages: { head: unused },
    viewers: { count: unused },
    announce: { preview: unused, send: unused },
    announcements: { test: unused, list: unused, steer: unused },
    ...needs,
  });
