-- Which change of ours is beneath a commit of somebody else is known only later.
GRANT UPDATE (change) ON observed_pulls TO berth_app;
