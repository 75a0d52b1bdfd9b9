import type { Entry } from '../../../lambdas/domain/money/quote';
import { waiverHash } from '../race';
import type { System } from '../system';
import { askedCard } from '../world/bank';
import type { World } from '../world/machine';
import { answerBank } from './bank-customer';
import type { Browser } from './browser';
import { address, type Character, type Granted } from './character';
import { runnerOf } from './runner-of';
import type { Shopper, Shopping } from './shopper';

interface Needs {
  readonly world: World;
  readonly system: System;
  readonly browser: Browser;
  readonly who: Character;
  /** In a race with a form. */
  readonly shopper?: Shopper | undefined;
}

interface Attempt {
  readonly hold: string;
  readonly sessionHash: string;
  readonly card: string;
  /** The payment that the bank asked about. */
  readonly resume?: string | undefined;
  /** In a race with a form. */
  readonly shopping?: Shopping | undefined;
}

/** How often one submission is repeated at most, with all cards, errors and questions. */
const mostRequests = 9;

/** Sends the form and answers the bank, until the answer is definite or they give up. */
export class Payer {
  readonly #needs: Needs;
  #cards = 0;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async pay(held: Granted): Promise<string> {
    const { world, browser, who } = this.#needs;
    const { random } = world;
    const { shopper } = this.#needs;
    const shopping = shopper && (await this.#shop(shopper, held));
    if (shopper && !shopping) return 'given up';
    let attempt: Attempt = {
      hold: held.token,
      sessionHash: who.session,
      card: this.#card(),
      resume: this.#strange(),
      shopping,
    };
    for (let n = 0; n < mostRequests; n++) {
      const answer = await this.send(attempt);
      const { kind } = answer;
      if (kind === 'action-required') {
        const next = await answerBank(
          { ...this.#needs, registrationId: who.registrationId, isSteady: who.isSteady === true },
          {
            clientSecret: answer.clientSecret,
            expiresAt: held.hold.expiresAt,
            askElsewhere: () => this.send({ ...attempt, resume: answer.payment }),
          },
        );
        if (next === 'gone') return 'given up';
        if (next === 'another card') attempt = { ...attempt, card: this.#card(), resume: undefined };
        // A page that was reloaded may have forgotten which payment it was.
        else attempt = { ...attempt, resume: random.chance(0.8) ? answer.payment : undefined };
        continue;
      }
      if (kind !== 'error' && kind !== 'payment-unknown' && kind !== 'declined') return kind;
      await browser.pause(random.whole(500, 30_000));
      if (kind === 'declined') {
        const hold = (await this.#moreTries(attempt.hold)) ?? attempt.hold;
        attempt = { ...attempt, hold, card: this.#card(), resume: undefined };
        if (shopper && random.chance(0.5)) {
          shopper.changeMind();
          const tried = attempt.shopping && { ...attempt.shopping, isTried: true as const };
          const next = await shopper.quote(held, tried);
          if (!next) return 'given up';
          // The new quote is of the hold that it was asked for with.
          attempt = { ...attempt, hold: held.token, shopping: next };
        }
      } else if (random.chance(0.3)) attempt = { ...attempt, card: this.#card(), resume: undefined };
    }
    return 'given up';
  }

  /** Some change their mind before they pay, and some of those pay the older quote, which is good as well. */
  async #shop(shopper: Shopper, held: Granted): Promise<Shopping | undefined> {
    const { random } = this.#needs.world;
    const first = await shopper.quote(held);
    if (!first || !random.chance(0.3)) return first;
    shopper.changeMind();
    const second = await shopper.quote(held, first);
    await this.#needs.browser.pause(random.whole(0, 60_000));
    return random.chance(0.4) ? first : (second ?? first);
  }

  /** One request, with what it was answered. */
  async send({ hold, sessionHash, card, resume, shopping }: Attempt, trick?: string) {
    const { world, system, browser, who } = this.#needs;
    const { registrationId, person, companions: friends = [] } = who;
    const ids = friends.map((friend) => friend.registrationId);
    const about = { registrationId, ...(trick !== undefined && { trick }) };
    const isStrange = resume !== undefined && system.bank.intents.get(resume)?.registrationId !== registrationId;
    world.history.add({
      kind: 'submit',
      ...about,
      companions: ids,
      session: sessionHash,
      ...(resume && { resume }),
      ...(isStrange && { isStrange }),
    });
    const answer = await browser.ask(system.pay, (submit) =>
      submit({
        registrationId,
        sessionHash,
        hold,
        ...(shopping
          ? { quote: shopping.quote, entry: shopping.entry as Entry }
          : { runner: runnerOf(person), companions: who.companions && friends.map(({ person }) => runnerOf(person)) }),
        waiverHash,
        ...(card.startsWith('ctoken_') ? { confirmationToken: card } : { paymentMethod: card }),
        ...(resume && { resume }),
      }),
    );
    const heard = typeof answer === 'string' ? { kind: answer } : answer;
    world.history.add({ kind: 'submitted', ...about, answer: heard.kind });
    return heard;
  }

  /** Older pages send payment methods. A bank that asks does so about every card of this runner, or about some. */
  #card(): string {
    const { random } = this.#needs.world;
    const { registrationId, isAsked } = this.#needs.who;
    const asks = isAsked && random.chance(0.85) ? `_${askedCard}` : '';
    return `${random.chance(0.8) ? 'ctoken' : 'pm'}_${registrationId.replaceAll('-', '')}_${++this.#cards}${asks}`;
  }

  /** Seldom, the id of a payment that is somebody else's. */
  #strange(): string | undefined {
    const { world, system, who } = this.#needs;
    if (who.isAsked !== true || !world.random.chance(0.1)) return undefined;
    const others = [...system.bank.intents.values()].filter((one) => one.registrationId !== who.registrationId);
    return others.length > 0 ? others[world.random.whole(0, others.length - 1)]?.id : undefined;
  }

  /** Asks for more card tries. A runner who gets none may still try: the processor counts. */
  async #moreTries(hold: string): Promise<string | undefined> {
    const { system, browser, who } = this.#needs;
    const wish = { registrationId: who.registrationId, hold, sessionHash: who.session, address };
    const answer = await browser.ask(system.moreCardTries, (ask) => ask(wish));
    return typeof answer === 'object' && answer.kind === 'given' ? answer.token : undefined;
  }
}
