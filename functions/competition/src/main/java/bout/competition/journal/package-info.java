/** What a match may count for, a tournament or a ladder, and the entries of its journal. */
package bout.competition.journal;
