// The task page: ask for the first item itself instead of being led to it. Its page puts its address right.

document.getElementById("here").disabled = false;
