// Teams and relays. It loads where the form of a race has teams.

export const toTeam = 'Continue to your team';
export const teamTitle = 'Your team';
export const teamLead = (people: number) =>
  people > 1
    ? 'A team costs nothing. All of you are in the same one, or in none.'
    : 'A team costs nothing. You join one with a link from its captain, or start your own and invite others.';
export const relayLead =
  'This distance is shared: each person of a team runs one leg. Start a team and invite the others, or join one with a link from its captain.';
export const teamChoice = 'Do you run in a team?';
export const relayChoice = 'Do you start a team or join one?';
export const teamChoices = {
  none: 'No team',
  create: 'Start a new team',
  join: 'Join a team',
};
export const chooseTeam = 'Choose whether you start a team or join one';
export const teamKind = 'What kind of team?';
export const teamKindSize = (label: string, size: number) => `${label}, up to ${size} people`;
export const chooseKind = 'Choose what kind of team you start';
export const teamName = 'Name of the team';
export const teamNameHint = 'Everybody can see it. If another team has this name, yours gets a number behind it.';
export const nameMissing = 'Enter a name for your team';
export const nameTooLong = (most: number) => `The name may have at most ${most} characters`;
export const nameWrong = 'This name has characters that cannot be shown. Type another one.';
export const tooManyForTeam = (size: number, people: number) =>
  `Such a team has ${size} places, and you are ${people}. Choose another one, or register in two parts.`;

// Joining.
export const invited = (team: string) => `You are invited to ${team}.`;
export const teamSearch = 'Which team?';
export const teamSearchHint = 'Type a part of its name.';
export const teamsFound = (count: number, isMore: boolean) => {
  if (count === 0) return 'No team with this name. The captain may have given it another one: ask for their link.';
  if (isMore) return `The first ${count} teams. Type more of the name to find others.`;
  return count === 1 ? 'One team.' : `${count} teams.`;
};
export const noTeamYet = 'There is no team yet. You can start the first one when you register.';
export const teamsLoading = 'Looking for teams…';
export const teamsFailed = 'The list of teams did not load. With the link from a captain you can join all the same.';
export const teamState = (members: number, size: number, isOpen: boolean) => {
  if (members >= size) return `full, ${size} people`;
  return isOpen ? `${members} of ${size} people` : 'closed by its captain';
};
export const chooseWhich = 'Choose the team that you join';
export const anotherTeam = 'Another team';
export const joinCode = 'Join code';
export const joinCodeHint =
  'The captain has it. It is also at the end of their link. Capital and small letters are the same.';
export const codeMissing = 'Enter the join code. The captain of the team has it.';

// Legs.
export const legsTitle = 'Who runs which leg?';
export const legOf = (name: string, who: number) => `Leg of ${name || `runner ${who}`}`;
export const anyLeg = 'Any that is free';
export const legTaken = (label: string) => `${label} (taken)`;

/** What the server says about the team, in words. `left`: places that are free. */
export const teamFault = (code: string, left = 0): string => {
  switch (code) {
    case 'team-code-wrong':
      return 'This join code does not open this team. Check it, or ask the captain for their link.';
    case 'team-full':
      return left > 0
        ? `This team has only ${left === 1 ? 'one place' : `${left} places`} left, and you are more. Choose another team.`
        : 'This team is full. Choose another one, or start your own.';
    case 'team-held':
      return 'Others are registering for the last places of this team at this moment. What they do not pay for is free within 20 minutes. Try again, or choose another team.';
    case 'team-closed':
      return 'The captain has closed this team. Ask them, or choose another one.';
    case 'leg-taken':
      return 'Somebody else of this team runs this leg. Choose another one.';
    case 'twice':
      return 'Two of you want this leg. Choose another one for one of you.';
    case 'missing':
      return 'Choose a team: nobody runs this distance alone.';
    default:
      return 'The team cannot be taken like this. Look at it again.';
  }
};

// Pages of teams.
export const teamsTitle = (race: string) => `Teams of ${race}`;
export const teamsOf = (event: string) => `Teams of ${event}`;
export const teamsEvent = 'Distance';
export const teamsLead = 'To join a team you need the link from its captain.';
export const moreTeams = 'Show more teams';
export const allTeams = 'All teams of the race';
export const teamPeople = (members: number, size: number) => `${members} of ${size} people`;
export const teamIsFull = 'The team is full.';
export const teamIsClosed = 'The captain has closed the team: nobody can join it at present.';
export const teamInvitation =
  'You are invited to run in this team. Register, and your place in it is kept while you fill in the form.';
export const teamNeedsLink = 'You can join this team with the link from its captain.';
export const joinThisTeam = 'Register and join this team';
export const whichLegs = 'Legs';
export const legIsTaken = 'taken';
export const legIsFree = 'free';

// One's own team.
export const yourTeam = 'Your team';
export const yourLeg = (label: string) => `Your leg: ${label}`;
export const noTeamLeft = 'You are in no team. Your spot is still yours.';
export const teamUnread = 'Your team could not be shown.';
export const inviteTitle = 'Invite others';
export const inviteHint =
  'Send this link to the people who run with you. Everybody who has it can join while there are places.';
export const inviteLink = 'Link to your team';
export const copyLink = 'Copy the link';
export const linkCopied = 'The link is copied.';
export const linkNotCopied = 'Your browser did not copy it. Select the link and copy it yourself.';
export const inviteCode = (code: string) => `Join code: ${code}`;
export const newCode = 'Make a new link';
export const newCodeSure = 'The old link opens nothing any more. Make a new one?';
export const newCodeDone = 'Your team has a new link. The old one opens nothing any more.';
export const closeTeam = 'Close the team';
export const openTeam = 'Open the team again';
export const teamClosed = 'The team is closed: nobody can join it.';
export const teamOpened = 'The team is open again.';
export const rename = 'Rename';
export const renamed = (name: string) => `Your team is called ${name} now.`;
export const teamMembers = 'Who is in your team';
export const you = 'you';
export const removeMember = 'Remove';
export const removeMemberOf = (name: string) => ` ${name} from the team`;
export const removeSure = (name: string) => `Remove ${name} from the team? They keep their spot.`;
export const memberRemoved = (name: string) => `${name} is not in your team any more.`;
export const legChanged = (name: string, leg: string) => `${name} runs ${leg} now.`;
export const leaveTeam = 'Leave the team';
export const leaveSure = 'Leave the team? You keep your spot, and your place in the team is free for others.';
export const leaveSureCaptain =
  'Leave the team? You keep your spot. The member of longest standing is its captain then.';
export const yes = 'Yes';
export const keepIt = 'No, keep it as it is';
