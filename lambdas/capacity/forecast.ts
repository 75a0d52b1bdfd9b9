import type { Crowd } from './crowd';
import {
  acuPerCpu,
  arrivalSeconds,
  cardTries,
  cdnMissShare,
  challengedShare,
  databaseCpuSeconds,
  environmentsFor,
  formSeconds,
  joiningShare,
  mailDeadlineSeconds,
  maxDatabaseLoad,
  processorWritesPerTry,
  type RushFunction,
  rushFunctions,
  steadyAcu,
  work,
} from './figures';

export interface Load {
  readonly requestsPerSecond: number;
  /** By `environmentsFor`. */
  readonly environments: number;
}

/** What the busiest seconds of an opening need from each part. */
export interface Forecast {
  readonly functions: Readonly<Record<RushFunction, Load>>;
  /** Of all functions, behind the CDN. */
  readonly requestsPerSecond: number;
  readonly environments: number;
  /** Create, confirm, confirm again where the bank asks, capture. */
  readonly processorWritesPerSecond: number;
  readonly registrationsPerSecond: number;
  /** The database's size in ACU, in steps of a half. */
  readonly acu: number;
  /** Without a proxy that shares them. */
  readonly databaseConnections: number;
  readonly mails: number;
  readonly mailsPerSecond: number;
}

/**
 * The opening minute of a crowd. Each function's own peak is used, as if all peaks came in the same second: people
 * arrive within half a minute, and those with a spot pay after two forms.
 */
export const forecast = (crowd: Crowd): Forecast => {
  const arriving = crowd.runners / arrivalSeconds;
  const paying = crowd.spots / formSeconds;
  const turnedAway = ((crowd.runners - crowd.spots) * joiningShare) / arrivalSeconds;
  const comers: Readonly<Record<RushFunction, number>> = {
    'browse-races': arriving * cdnMissShare,
    register: arriving,
    'quote-registration': (crowd.quoting ?? 0) / formSeconds,
    pay: paying,
    'show-registration': paying,
    'join-waiting-list': turnedAway,
  };
  const load = (name: RushFunction): Load => {
    const requestsPerSecond = comers[name] * work[name].requests;
    return { requestsPerSecond, environments: environmentsFor(requestsPerSecond, work[name].seconds) };
  };
  const functions = {
    'browse-races': load('browse-races'),
    register: load('register'),
    'quote-registration': load('quote-registration'),
    pay: load('pay'),
    'show-registration': load('show-registration'),
    'join-waiting-list': load('join-waiting-list'),
  };
  const sum = (of: (name: RushFunction) => number) => rushFunctions.reduce((all, name) => all + of(name), 0);
  return {
    functions,
    requestsPerSecond: sum((name) => functions[name].requestsPerSecond),
    environments: sum((name) => functions[name].environments),
    // Each registration is captured once.
    processorWritesPerSecond: paying * (cardTries * processorWritesPerTry + challengedShare + 1),
    registrationsPerSecond: paying,
    acu: crowd.runners > 0 ? inHalves(steadyAcu + ((paying * databaseCpuSeconds) / maxDatabaseLoad) * acuPerCpu) : 0,
    databaseConnections: sum((name) => functions[name].environments * work[name].connections),
    mails: crowd.spots,
    mailsPerSecond: crowd.spots / mailDeadlineSeconds,
  };
};

const inHalves = (acu: number) => Math.ceil(acu * 2) / 2;
